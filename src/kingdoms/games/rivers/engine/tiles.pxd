cimport cython
from kingdoms.games.rivers.engine cimport civic, codes, pieces, regions, turns
from kingdoms.games.rivers.engine.table cimport Table

@cython.locals(touches=cython.int, kingdom=cython.int)
cdef void place(Table table, int colour, int cell) noexcept nogil
@cython.locals(seat=cython.int)
cdef void award(Table table, int kingdom, int colour) noexcept nogil
cdef void ruin(Table table, int cell) noexcept nogil
@cython.locals(first=cython.int, red=cython.int, blue=cython.int, green=cython.int, black=cython.int)
cdef void swap(Table table, int counts) noexcept nogil
