cimport cython
from kingdoms.games.rivers.engine cimport codes, conflict, pieces, regions, turns
from kingdoms.games.rivers.engine.table cimport Table

@cython.locals(piece=cython.int, kingdom=cython.int, defender=cython.int)
cdef void lead(Table table, int colour, int cell) noexcept nogil
cdef void withdraw(Table table, int colour) noexcept nogil
