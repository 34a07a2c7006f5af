cimport cython
from kingdoms.core cimport inline
from kingdoms.core.moves cimport Moves
from kingdoms.games.rivers.engine cimport civic, codes, pieces, regions, tables
from kingdoms.games.rivers.engine.table cimport Table

@cython.locals(seat=cython.int, colour=cython.int)
cdef void list_actions(Table table, Moves moves) noexcept nogil
@cython.locals(first=cython.int)
cdef int allows(Table table, int action) noexcept nogil
cdef int can_place(Table table, int colour, int cell) noexcept nogil
@cython.locals(first=cython.int, start=cython.int, end=cython.int, last=cython.int, colour=cython.int, word=cython.int, wet=cython.ulonglong, dry=cython.ulonglong)
cdef void _list_places(Table table, Moves moves) noexcept nogil
@cython.locals(sites="unsigned long long[3]", word=cython.int)
cdef void list_leads(Table table, int piece, Moves moves) noexcept nogil
@cython.locals(sites="unsigned long long[3]")
cdef int can_lead(Table table, int piece, int cell) noexcept nogil
@cython.locals(once="unsigned long long[3]", twice="unsigned long long[3]", land=cython.ulonglong, word=cython.int)
cdef void _find_sites(Table table, int piece, unsigned long long* sites) noexcept nogil
@cython.locals(near="unsigned long long[3]", rest="unsigned long long[3]", word=cython.int, cell=cython.int, number=cython.int, i=cython.int)
cdef void _touch_without(Table table, int piece, unsigned long long* once, unsigned long long* twice) noexcept nogil
@cython.locals(part="unsigned long long[3]", near="unsigned long long[3]", word=cython.int, grows=cython.int, leaders=cython.int)
cdef void _split_off(Table table, int start, int number, unsigned long long* rest, unsigned long long* once, unsigned long long* twice) noexcept nogil
@cython.locals(near="unsigned long long[3]", word=cython.int)
cdef void _count_part(unsigned long long* cells, unsigned long long* once, unsigned long long* twice) noexcept nogil
@cython.locals(content=cython.int)
cpdef int can_ruin(Table table, int cell) noexcept nogil
@cython.locals(word=cython.int, rest=cython.ulonglong, cell=cython.int, colour=cython.int)
cdef void _find_ruins(Table table, unsigned long long* cells) noexcept nogil
@cython.locals(cells="unsigned long long[3]", word=cython.int)
cdef void _list_ruins(Table table, Moves moves) noexcept nogil
@cython.locals(first=cython.int, red=cython.int, blue=cython.int, green=cython.int, black=cython.int)
cdef void _list_swaps(Table table, int seat, Moves moves) noexcept nogil
@cython.locals(first=cython.int)
cdef int can_swap(Table table, int counts) noexcept nogil
