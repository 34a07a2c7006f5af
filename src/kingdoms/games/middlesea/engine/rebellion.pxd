cimport cython
from kingdoms.core cimport inline
from kingdoms.core.moves cimport Moves
from kingdoms.games.middlesea.engine cimport codes, pieces, routes, tables, turns, victory
from kingdoms.games.middlesea.engine.table cimport Table

@cython.locals(leader=cython.int, place=cython.int)
cdef void begin(Table table, int seat, int sites) noexcept nogil
cdef void contest(Table table) noexcept nogil
@cython.locals(seat=cython.int, base=cython.int, missing=cython.int)
cpdef int least_hire(Table table, int site, int leader) noexcept nogil
@cython.locals(todo=cython.int, leader=cython.int)
cdef int can_suppress(Table table) noexcept nogil
@cython.locals(most=cython.int, hired=cython.int, todo=cython.int, site=cython.int, leader=cython.int, least=cython.int)
cdef void list_suppressions(Table table, Moves moves) noexcept nogil
cdef void suppress(Table table, int site, int leader, int hired) noexcept nogil
@cython.locals(seat=cython.int, cities=cython.int, todo=cython.int, site=cython.int)
cdef void lose(Table table) noexcept nogil
cdef void shrink(Table table, int seat, int cities) noexcept nogil
cdef void end(Table table) noexcept nogil
