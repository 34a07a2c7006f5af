cimport cython
from kingdoms.core cimport inline
from kingdoms.core.moves cimport Moves
from kingdoms.games.middlesea.engine cimport codes, pieces, routes, tables, turns
from kingdoms.games.middlesea.engine.table cimport Table

@cython.locals(seat=cython.int, todo=cython.int)
cdef void produce(Table table) noexcept nogil
@cython.locals(sites=cython.int, able=cython.int, leader=cython.int)
cpdef int producing_cities(Table table, int seat) noexcept nogil
@cython.locals(leader=cython.int, amount=cython.int)
cdef void credit(Table table, int seat, int site) noexcept nogil
cdef void list_production(Table table, Moves moves) noexcept nogil
cdef void decide(Table table, int site, int yes) noexcept nogil
