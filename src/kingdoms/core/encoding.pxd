cimport cython
from kingdoms.core.moves cimport Moves
from kingdoms.core.python_state cimport raise_failure
from kingdoms.core.state cimport State

cdef class Encoding:
    cdef readonly object game, observation
    cdef public object failed
    cdef readonly int seats, size, actions
    cdef unsigned char[::1] row
    cdef float[::1] scales
    cdef Moves moves
    cdef void write(self, State state, int player, unsigned char[::1] row, Py_ssize_t at) noexcept nogil
    cdef int number(self, int action, int player) noexcept nogil
    cdef int action(self, int number, int player) noexcept nogil
    @cython.locals(i=cython.int)
    cdef void write_floats(self, State state, int player, float[::1] row, Py_ssize_t at) noexcept nogil
    @cython.locals(i=cython.int)
    cdef void clear(self, unsigned char[::1] row, Py_ssize_t at) noexcept nogil
    @cython.locals(i=cython.int, count=cython.int, found=cython.int)
    cdef int list_numbers(self, State state, int player, short[::1] numbers, Py_ssize_t at) noexcept nogil

cdef class PlainEncoding(Encoding):
    cdef int[::1] numbers_of, actions_of
    cdef int known
    cdef void write(self, State state, int player, unsigned char[::1] row, Py_ssize_t at) noexcept with gil
    cdef int number(self, int action, int player) noexcept nogil
    cdef int action(self, int number, int player) noexcept nogil
