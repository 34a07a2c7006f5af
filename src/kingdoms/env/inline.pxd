from kingdoms.core.moves cimport Moves
from kingdoms.core.state cimport State
from kingdoms.env.stepping cimport Stepper

# A batch keeps its states and histories alive: their addresses are borrowed, since counting references takes the GIL.

cdef inline void step_unlocked(Stepper stepper, int begin, int end):
    cdef int i
    with nogil:
        for i in range(begin, end):
            if stepper.advance(<State> <void*> stepper.addresses[i], <Moves> <void*> stepper.records[i], i):
                stepper.restart(i)
            stepper.show(<State> <void*> stepper.addresses[i], i)

cdef inline void advance_unlocked(Stepper stepper, int begin, int end):
    cdef int i
    with nogil:
        for i in range(begin, end):
            if stepper.advance(<State> <void*> stepper.addresses[i], <Moves> <void*> stepper.records[i], i):
                stepper.restart(i)

cdef inline void show_unlocked(Stepper stepper, int begin, int end):
    cdef int i
    with nogil:
        for i in range(begin, end):
            stepper.show(<State> <void*> stepper.addresses[i], i)

cdef inline int find_illegal_unlocked(Stepper stepper, int begin, int end):
    cdef int i, found = -1
    with nogil:
        for i in range(begin, end):
            if not stepper.is_offered(i):
                found = i
                break
    return found

cdef inline void sample_unlocked(Stepper stepper, int begin, int end):
    cdef int i
    with nogil:
        for i in range(begin, end):
            stepper.actions[i] = stepper.sample(i)
