cimport cython
from kingdoms.core cimport inline
from kingdoms.core.moves cimport Moves
from kingdoms.games.rivers.engine cimport codes, conflict, course, listing, pieces, regions, tables
from kingdoms.games.rivers.engine.table cimport Table
from kingdoms.games.rivers.players.values cimport limits

@cython.final
cdef class Ground:
    cdef unsigned long long[3] near
    cdef int threatened, monuments

cdef void list_choices(Ground ground, Table table, Moves moves) noexcept nogil
cpdef int is_allowed(Table table, int action) noexcept nogil
@cython.locals(colour=cython.int)
cdef void list_few(Ground ground, Table table, Moves moves) noexcept nogil
@cython.locals(first=cython.int, colour=cython.int, word=cython.int, cells=cython.ulonglong, water=cython.ulonglong)
cdef void _list_few_places(Table table, Moves moves) noexcept nogil
@cython.locals(colour=cython.int)
cdef void _list_actions(Ground ground, Table table, Moves moves) noexcept nogil
@cython.locals(word=cython.int, rest=cython.ulonglong, pair=cython.int)
cdef void _survey(Ground ground, Table table) noexcept nogil
@cython.locals(sources="unsigned long long[3]", near="unsigned long long[3]", word=cython.int)
cdef void _find_near(Ground ground, Table table) noexcept nogil
@cython.locals(wars=cython.int, second_kingdom=cython.int, first_kingdom=cython.int, i=cython.int, number=cython.int, colour=cython.int)
cdef int _wars_at(Table table, int cell) noexcept nogil
@cython.locals(word=cython.int, cells=cython.ulonglong, water=cython.ulonglong)
cdef void _list_places(Ground ground, Table table, int colour, Moves moves) noexcept nogil
@cython.locals(word=cython.int, rest=cython.ulonglong, cell=cython.int)
cdef void _list_ruins(Ground ground, Table table, Moves moves) noexcept nogil
@cython.locals(i=cython.int, neighbour=cython.int, content=cython.int, piece=cython.int)
cdef int _may_be_ruined(Ground ground, Table table, int cell) noexcept nogil
@cython.locals(first=cython.int, red=cython.int, blue=cython.int, green=cython.int, black=cython.int)
cdef void _list_swaps(Table table, Moves moves) noexcept nogil
cdef int _next_count(int tiles, int count) noexcept nogil
@cython.locals(colour=cython.int, lead=cython.int, enough=cython.int)
cdef void _prune_commits(Table table, Moves moves) noexcept nogil
@cython.locals(count=cython.int, cell=cython.int)
cdef int _unseen_tiles(Table table, int colour) noexcept nogil
