cimport cython
from kingdoms.core.moves cimport Moves
from kingdoms.games.rivers.engine cimport codes, conflict, course, pieces, regions, tables
from kingdoms.games.rivers.engine.table cimport Table
from kingdoms.games.rivers.players cimport judge as judging
from kingdoms.games.rivers.players cimport limits

@cython.locals(kept=cython.int, i=cython.int, action=cython.int)
cdef void list_choices(Table table, Moves moves) noexcept nogil
cdef int _is_telling(Table table, int action) noexcept nogil
@cython.locals(i=cython.int, other=cython.int)
cdef int _leads_somewhere(Table table, int cell) noexcept nogil
@cython.locals(i=cython.int, other=cython.int, what=cython.int, piece=cython.int)
cdef int _may_be_ruined(Table table, int cell) noexcept nogil
@cython.locals(pair=cython.int)
cdef int _has_monument(Table table, int number) noexcept nogil
@cython.locals(i=cython.int, cell=cython.int)
cdef int _is_threatened(Table table, int piece) noexcept nogil
@cython.locals(i=cython.int, number=cython.int, one=cython.int, other=cython.int)
cdef int _meets(Table table, int cell, int piece) noexcept nogil
@cython.locals(first=cython.int)
cdef int _is_sensible_swap(Table table, int counts) noexcept nogil
cdef int _is_all_or_rest(int held, int count) noexcept nogil
@cython.locals(colour=cython.int, lead=cython.int, enough=cython.int)
cdef void _prune_commits(Table table, Moves moves) noexcept nogil
@cython.locals(count=cython.int, cell=cython.int)
cdef int _others(Table table, int colour) noexcept nogil
