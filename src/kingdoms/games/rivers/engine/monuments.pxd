cimport cython
from kingdoms.core cimport inline
from kingdoms.core.moves cimport Moves
from kingdoms.games.rivers.engine cimport civic, codes, pieces, regions, tables, turns
from kingdoms.games.rivers.engine.table cimport Table

@cython.locals(colour=cython.int, i=cython.int)
cpdef int can_build(Table table, int pair, int corner) noexcept nogil
cpdef int is_square(Table table, int corner, int content) noexcept nogil
@cython.locals(i=cython.int)
cpdef int can_make_wonder(Table table, int centre) noexcept nogil
@cython.locals(i=cython.int)
cpdef int is_plus(Table table, int centre, int content) noexcept nogil
cdef void consider(Table table) noexcept nogil
cdef void leave(Table table) noexcept nogil
@cython.locals(content=cython.int, i=cython.int, pair=cython.int)
cdef int _can_build_anything(Table table) noexcept nogil
@cython.locals(pair=cython.int, i=cython.int)
cdef void list_buildings(Table table, Moves moves) noexcept nogil
@cython.locals(i=cython.int)
cdef void build(Table table, int pair, int corner) noexcept nogil
@cython.locals(i=cython.int)
cdef void make_wonder(Table table, int centre) noexcept nogil
@cython.locals(colour=cython.int, cell=cython.int, pair=cython.int, corner=cython.int)
cdef void pay_income(Table table) noexcept nogil
@cython.locals(king=cython.int)
cpdef int is_king_at_wonder(Table table) noexcept nogil
