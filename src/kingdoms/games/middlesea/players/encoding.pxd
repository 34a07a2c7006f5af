from kingdoms.core.encoding cimport Encoding
from kingdoms.core.state cimport State
from kingdoms.games.middlesea.players cimport inline, sights

cdef class MiddleSeaEncoding(Encoding):
    cdef int[::1] seat_numbers, actions_of, numbers_of
    cdef void write(self, State state, int player, unsigned char[::1] row, Py_ssize_t at) noexcept nogil
    cdef int number(self, int action, int player) noexcept nogil
    cdef int action(self, int number, int player) noexcept nogil
