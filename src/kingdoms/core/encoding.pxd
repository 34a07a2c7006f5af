cimport cython
from kingdoms.core.moves cimport Moves
from kingdoms.core.python_state cimport raise_failure
from kingdoms.core.state cimport State

cdef class Encoding:
    cdef readonly object game, observation
    cdef public object failure
    cdef readonly int seats, size, actions, action_count
    cdef unsigned char[::1] row
    cdef float[::1] scales
    cdef int[::1] actions_of, numbers_of
    cdef Moves moves
    cdef void write(self, State state, int player, unsigned char[::1] row, Py_ssize_t at) noexcept nogil
    cdef int number(self, int action, int player) noexcept nogil
    cdef int action(self, int number, int player) noexcept nogil
    cdef void write_floats(self, State state, int player, float[::1] row, Py_ssize_t at) noexcept nogil
    cdef void clear(self, unsigned char[::1] row, Py_ssize_t at) noexcept nogil
    cdef int list_numbers(self, State state, int player, short[::1] numbers, Py_ssize_t at) noexcept nogil

cdef class PlainEncoding(Encoding):
    cdef void write(self, State state, int player, unsigned char[::1] row, Py_ssize_t at) noexcept with gil

@cython.locals(i=cython.int)
cdef void clear_range(unsigned char[::1] row, Py_ssize_t at, int count) noexcept nogil
@cython.locals(i=cython.int)
cdef void scale(unsigned char[::1] numbers, float[::1] scales, float[::1] row, Py_ssize_t at, int count) noexcept nogil
@cython.locals(i=cython.int, total=cython.int, action=cython.int, number=cython.int)
cdef int translate(
    int[::1] actions, int count, int[::1] table, Py_ssize_t offset, int length, short[::1] numbers, Py_ssize_t at
) noexcept nogil
