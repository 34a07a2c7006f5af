cimport cython
from kingdoms.core cimport inline
from kingdoms.games.rivers.engine cimport codes, regions, tables
from kingdoms.games.rivers.engine.table cimport Table

cdef double[10] WORTH
cdef double UNKNOWN_WORTH, RIVALRY, GUARD
cdef double[1078] CHOOSE

@cython.final
cdef class Sight:
    cdef readonly int seat, known, unseen_all, kingdoms, count
    cdef readonly double[4] weight, guard
    cdef readonly double[16] worth, holds
    cdef readonly int[4] hand, hand_counts, unseen
    cdef readonly int[16] odds_known
    cdef readonly double[128] odds
    cdef readonly int[177] region, touches
    cdef int[176] todo, only
    cdef readonly int[512] tiles, leaders, pays
    cdef readonly int[128] treasures, wonder, stake
    cdef readonly int[4] built
    cdef readonly int[256] room
    cdef readonly int[128] near_by
    cdef readonly int[4] neighbours
    cdef readonly int plan_tiles
    cdef readonly double plan_chance

@cython.locals(colour=cython.int)
cpdef void look(Sight sight, Table table, int seat, int known_seats) noexcept nogil
@cython.locals(seat=cython.int, colour=cython.int, hand_count=cython.int, total=cython.int, count=cython.int, rivals=cython.int, amount=cython.double)
cdef void _count_tiles(Sight sight, Table table) noexcept nogil
@cython.locals(colour=cython.int, lowest=cython.int, ahead=cython.int)
cdef void _value_points(Sight sight, Table table, int seat) noexcept nogil
@cython.locals(red=cython.int, blue=cython.int, green=cython.int, black=cython.int, left=cython.int)
cpdef int weakest_points(Table table, int seat) noexcept nogil
@cython.locals(cell=cython.int, number=cython.int, piece=cython.int, colour=cython.int, word=cython.int, rest=cython.ulonglong)
cdef void _find_regions(Sight sight, Table table) noexcept nogil
@cython.locals(content=cython.int, number=cython.int)
cdef void _count_cell(Sight sight, Table table, int cell) noexcept nogil
@cython.locals(waiting=cython.int, cell=cython.int, neighbour=cython.int, i=cython.int)
cdef void _fill(Sight sight, Table table, int start, int number) noexcept nogil
@cython.locals(i=cython.int)
cdef void _clear(Sight sight, int number) noexcept nogil
@cython.locals(i=cython.int, piece=cython.int)
cdef int _is_shielded(Table table, int cell) noexcept nogil
@cython.locals(pair=cython.int, corner=cython.int, number=cython.int, colour=cython.int)
cdef void _count_monuments(Sight sight, Table table) noexcept nogil
@cython.locals(near="unsigned long long[3]", cell=cython.int, word=cython.int, rest=cython.ulonglong)
cdef void _find_room(Sight sight, Table table) noexcept nogil
@cython.locals(mask=cython.int, first_kingdom=cython.int, second_kingdom=cython.int, i=cython.int, number=cython.int, touched=cython.int, wet=cython.int)
cdef void _look_at_empty(Sight sight, Table table, int cell) noexcept nogil
@cython.locals(count=cython.int, i=cython.int, k=cython.int, number=cython.int)
cpdef int find_regions(Sight sight, int cell) noexcept nogil
@cython.locals(colour=cython.int)
cpdef void copy(Sight sight, int source, int target) noexcept nogil
@cython.locals(colour=cython.int)
cpdef void join(Sight sight, int source, int target) noexcept nogil
@cython.locals(first=cython.int, colour_tiles=cython.int, drawn=cython.int, ways=cython.double, total=cython.double, count=cython.int)
cdef void _work_out_odds(Sight sight, int seat, int colour) noexcept nogil
cpdef double chance_below(Sight sight, int seat, int colour, int count) noexcept nogil
cpdef int most_tiles(Sight sight, int seat, int colour) noexcept nogil
cpdef int scorer(Sight sight, int region, int colour) noexcept nogil
