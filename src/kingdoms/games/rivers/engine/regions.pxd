cimport cython
from kingdoms.games.rivers.engine cimport codes, pieces, tables
from kingdoms.games.rivers.engine.table cimport Table

@cython.locals(cell=cython.int, number=cython.int, piece=cython.int)
cpdef void survey(Table table) noexcept nogil
@cython.locals(colour=cython.int, waiting=cython.int, cell=cython.int, piece=cython.int, i=cython.int, other=cython.int)
cdef void _explore(Table table, int start, int number) noexcept nogil
@cython.locals(found=cython.int, alone=cython.int, i=cython.int, other=cython.int)
cdef void extend(Table table, int cell) noexcept nogil
@cython.locals(i=cython.int)
cdef int _touches_besides(Table table, int cell, int number, int besides) noexcept nogil
@cython.locals(highest=cython.int, i=cython.int)
cpdef int touched(Table table, int cell) noexcept nogil
@cython.locals(best=cython.int, i=cython.int, number=cython.int, seat=cython.int)
cpdef int other_owner(Table table, int cell, int colour, int before) noexcept nogil
