cimport cython
from kingdoms.core cimport inline
from kingdoms.core.moves cimport Moves
from kingdoms.games.rivers.engine cimport civic, codes, conflict, drawing, leaders, listing, monuments, pieces, tiles, treasures, turns
from kingdoms.games.rivers.engine.table cimport Table

@cython.locals(stage=cython.int, colour=cython.int, seat=cython.int)
cdef void list_moves(Table table, Moves moves) noexcept nogil
@cython.locals(stage=cython.int)
cpdef void act(Table table, int action) noexcept nogil
cdef void begin_action(Table table, int action) noexcept nogil
cdef void build(Table table, int action) noexcept nogil
@cython.locals(stage=cython.int)
cpdef void step(Table table) noexcept nogil
cpdef int seat_to_move(Table table) noexcept nogil
