cimport cython
from kingdoms.core.moves cimport Moves
from kingdoms.games.middlesea.engine cimport build, codes, conflict, control, dominance, leaders, production, rebellion, turns, victory
from kingdoms.games.middlesea.engine.table cimport Table

@cython.locals(stage=cython.int)
cdef void list_moves(Table table, Moves moves) noexcept nogil
@cython.locals(stage=cython.int, amount=cython.int, family=cython.int)
cpdef void act(Table table, int action) noexcept nogil
@cython.locals(stage=cython.int)
cpdef void step(Table table) noexcept nogil
cpdef int seat_to_move(Table table) noexcept nogil
