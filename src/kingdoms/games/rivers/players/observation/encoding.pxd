from kingdoms.core.encoding cimport Encoding
from kingdoms.core.state cimport State
from kingdoms.games.rivers.players.observation cimport inline

cdef class RiversEncoding(Encoding):
    cdef int[::1] seat_numbers
    cdef int scores_open
    cdef void write(self, State state, int player, unsigned char[::1] row, Py_ssize_t at) noexcept nogil
