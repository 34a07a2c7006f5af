cimport cython
from kingdoms.core cimport inline
from kingdoms.core.moves cimport Moves
from kingdoms.games.middlesea.engine cimport codes, conflict, pieces, routes, tables, turns
from kingdoms.games.middlesea.engine.table cimport Table

@cython.locals(seat=cython.int)
cdef void list_leader_actions(Table table, Moves moves) noexcept nogil
@cython.locals(step=cython.int)
cpdef int king_price(Table table, int seat, int leader) noexcept nogil
@cython.locals(budget=cython.int, leader=cython.int)
cdef void list_kings(Table table, int seat, Moves moves) noexcept nogil
@cython.locals(leader=cython.int)
cdef void list_activations(Table table, int seat, Moves moves) noexcept nogil
@cython.locals(place=cython.int, origin=cython.int)
@cython.locals(free=cython.int, home=cython.int, leader=cython.int, place=cython.int, todo=cython.int)
cdef void list_movements(Table table, int seat, Moves moves) noexcept nogil
@cython.locals(seat=cython.int)
cdef void lead(Table table, int action) noexcept nogil
cdef void change_king(Table table, int seat, int leader) noexcept nogil
cdef void move(Table table, int seat, int leader, int site) noexcept nogil
