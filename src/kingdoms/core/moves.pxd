cimport cython

@cython.final
cdef class Moves:
    cdef int[::1] items
    cdef int room
    cdef int count
    cdef void grow(self) noexcept with gil
