cimport cython
from kingdoms.core cimport constants, inline
from kingdoms.core.encoding cimport Encoding
from kingdoms.core.moves cimport Moves
from kingdoms.core.rng cimport Random
from kingdoms.core.state cimport State
from kingdoms.env cimport modes

cdef class Stepper:
    cdef readonly Encoding encoding
    cdef readonly State initial
    cdef readonly list states, histories, finished, openings, finished_openings
    cdef public object failure
    cdef readonly int seats, size, most, mode, rotates, floats
    cdef long long[::1] addresses, records
    cdef unsigned long long[::1] chances, samples
    cdef unsigned char[::1] observations, last_observations
    cdef float[::1] float_observations, last_float_observations
    cdef signed char[::1] masks
    cdef float[::1] rewards
    cdef unsigned char[::1] terminated, truncated, over
    cdef int[::1] to_move, viewers, learners, lengths, episodes, counts, actions
    cdef short[::1] numbers
    cdef Random rng
    cdef int advance(self, State state, Moves history, int i) noexcept nogil
    @cython.locals(player=cython.int)
    cdef void forfeit(self, int i) noexcept nogil
    cdef void play(self, State state, Moves history, int i, int action) noexcept nogil
    @cython.locals(action=cython.int)
    cdef void play_chance(self, State state, Moves history, int i) noexcept nogil
    cdef void conclude(self, State state, int i) noexcept nogil
    @cython.locals(at=cython.Py_ssize_t, count=cython.int)
    cdef void show(self, State state, int i) noexcept nogil
    @cython.locals(at=cython.Py_ssize_t)
    cdef int is_offered(self, int i) noexcept nogil
    cdef int sample(self, int i) noexcept nogil
    cdef void settle(self, int i) noexcept with gil
    @cython.locals(state=State, history=Moves)
    cdef void restart(self, int i) noexcept with gil

@cython.locals(k=cython.int)
cdef void clear_range(signed char[::1] masks, Py_ssize_t at, int count) noexcept nogil
@cython.locals(k=cython.int)
cdef void mark(signed char[::1] masks, short[::1] numbers, Py_ssize_t at, int count) noexcept nogil
