cimport cython
from kingdoms.core cimport inline
from kingdoms.core.moves cimport Moves
from kingdoms.games.rivers.engine cimport codes, pieces, regions, turns
from kingdoms.games.rivers.engine.table cimport Table

@cython.locals(content=cython.int, count=cython.int, end=cython.int)
cpdef int reach(Table table, int cell, int side) noexcept nogil
cpdef int line(Table table, int cell, int step) noexcept nogil
@cython.locals(cell=cython.int)
cpdef int building_length(Table table, int colour) noexcept nogil
@cython.locals(colour=cython.int, length=cython.int)
cpdef int earns_building(Table table, int step) noexcept nogil
@cython.locals(first=cython.int, last=cython.int)
cpdef int line_contains(Table table, int cell, int step) noexcept nogil
cpdef int can_raise(Table table, int cell) noexcept nogil
@cython.locals(row=cython.int, column=cython.int, cell=cython.int)
cdef void list_sites(Table table, Moves moves) noexcept nogil
cdef void consider(Table table) noexcept nogil
cpdef void answer(Table table, int action) noexcept nogil
cdef int pays(Table table, int colour) noexcept nogil
cpdef int has_building(Table table, int cell) noexcept nogil
@cython.locals(colour=cython.int)
cdef void clear(Table table) noexcept nogil
