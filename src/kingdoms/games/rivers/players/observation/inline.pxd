from kingdoms.core.state cimport State
from kingdoms.games.rivers.engine.table cimport Table
from kingdoms.games.rivers.players.observation cimport observing

cdef inline void observe(
    State state, int[::1] numbers, int player, int scores_open, unsigned char[::1] row, Py_ssize_t at
) noexcept nogil:
    observing.observe(<Table> state, numbers, player, scores_open, row, at)
