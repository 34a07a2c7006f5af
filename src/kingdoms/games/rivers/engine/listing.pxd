cimport cython
from kingdoms.core cimport inline
from kingdoms.core.moves cimport Moves
from kingdoms.games.rivers.engine cimport civic, codes, pieces, regions, tables
from kingdoms.games.rivers.engine.table cimport Table

@cython.locals(seat=cython.int, colour=cython.int, i=cython.int)
cdef void list_actions(Table table, Moves moves) noexcept nogil
@cython.locals(first=cython.int, civil=cython.int, dry=cython.int, wet=cython.int, holy=cython.int, opened=cython.int, cell=cython.int, what=cython.int)
cdef void refresh(Table table) noexcept nogil
@cython.locals(first=cython.int, i=cython.int)
cdef void _list_places(Table table, int colour, Moves moves) noexcept nogil
@cython.locals(first=cython.int, i=cython.int)
cdef void _list_from_hand(Table table, int colour, Moves moves) noexcept nogil
@cython.locals(first=cython.int, i=cython.int)
cdef void _list_from_board(Table table, int piece, Moves moves) noexcept nogil
@cython.locals(start=cython.int, number=cython.int, cell=cython.int, parts=cython.int, i=cython.int)
cpdef void split(Table table, int piece) noexcept nogil
@cython.locals(ruled=cython.int, waiting=cython.int, cell=cython.int, i=cython.int, other=cython.int)
cdef int _number_part(Table table, int start, int number, int part) noexcept nogil
@cython.locals(number=cython.int, one=cython.int, two=cython.int, count=cython.int, i=cython.int, other=cython.int, found=cython.int)
cpdef int touches_without(Table table, int cell, int piece) noexcept nogil
@cython.locals(first=cython.int, red=cython.int, blue=cython.int, green=cython.int, black=cython.int)
cdef void _list_swaps(Table table, int seat, Moves moves) noexcept nogil
@cython.locals(what=cython.int)
cpdef int can_ruin(Table table, int cell) noexcept nogil
