from kingdoms.core.encoding cimport Encoding
from kingdoms.core.state cimport State
from kingdoms.games.middlesea.players cimport inline

cdef class MiddleSeaEncoding(Encoding):
    cdef int[::1] seat_numbers
    cdef void write(self, State state, int player, unsigned char[::1] row, Py_ssize_t at) noexcept nogil
