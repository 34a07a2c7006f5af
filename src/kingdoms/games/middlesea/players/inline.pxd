from kingdoms.core.state cimport State
from kingdoms.games.middlesea.engine.table cimport Table
from kingdoms.games.middlesea.players cimport observing

cdef inline void observe(State state, int[::1] numbers, int player, unsigned char[::1] row, Py_ssize_t at) noexcept nogil:
    observing.observe(<Table> state, numbers, player, row, at)
