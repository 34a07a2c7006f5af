cimport cython
from kingdoms.core cimport inline
from kingdoms.core.moves cimport Moves
from kingdoms.games.rivers.engine cimport codes, regions, tables, turns
from kingdoms.games.rivers.engine.table cimport Table

@cython.locals(cell=cython.int, number=cython.int, treasures=cython.int)
cpdef int hoard(Table table) noexcept nogil
@cython.locals(once=cython.int, rest=cython.int, number=cython.int)
cdef int _has_choice(Table table) noexcept nogil
@cython.locals(treasures=cython.int, rest=cython.int)
cpdef int treasures_in(Table table, int number) noexcept nogil
@cython.locals(treasures=cython.int)
cpdef int next_treasures(Table table, int number) noexcept nogil
@cython.locals(choices=cython.int)
cdef void list_treasures(Table table, Moves moves) noexcept nogil
@cython.locals(number=cython.int, choices=cython.int)
cdef void consider(Table table) noexcept nogil
@cython.locals(number=cython.int)
cpdef int taker(Table table) noexcept nogil
cdef void take(Table table, int cell) noexcept nogil
