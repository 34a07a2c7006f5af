cimport cython
from kingdoms.core cimport inline
from kingdoms.core.moves cimport Moves
from kingdoms.games.rivers.engine cimport codes, conflict, course, monuments, tables
from kingdoms.games.rivers.engine.table cimport Table
from kingdoms.games.rivers.players cimport limits, worth
from kingdoms.games.rivers.players cimport sight as eyes
from kingdoms.games.rivers.players.sight cimport Sight

cdef double MOVING, RUIN, WITHDRAWING, PASSING, SETTLING, PROMISING, SWAPPING, UNSURE

@cython.final
cdef class Judge:
    cdef readonly Sight sight, then
    cdef Table spare
    cdef int epoch
    cdef readonly double[5422] values
    cdef double[4] price, home
    cdef double[16] bare, stand_worth
    cdef double[28] swaps
    cdef int[176] cell_known, joins, newly, beside, land, water
    cdef int[68] growth_known
    cdef double[68] growth
    cdef int[512] lead_known
    cdef double[512] lead_bare, lead_more
    cdef int[340] revolt_known
    cdef double[340] revolts

@cython.locals(stage=cython.int, i=cython.int, best=cython.int)
cdef int weigh_up(Judge judge, Table table, int seat, int known, Moves moves) noexcept nogil
@cython.locals(i=cython.int, action=cython.int, best=cython.int, value=cython.double)
cdef int _weigh_actions(Judge judge, Sight sight, Table table, Moves moves) noexcept nogil
@cython.locals(piece=cython.int, cell=cython.int, colour=cython.int)
cdef void _prepare(Judge judge, Sight sight, Table table) noexcept nogil
@cython.locals(fresh=cython.double, first=cython.double, total=cython.double, value=cython.double, colour=cython.int, count=cython.int, place=cython.int)
cdef void _price_swaps(Judge judge, Sight sight, Table table) noexcept nogil
@cython.locals(mask=cython.int, kingdom=cython.int)
cdef double place(Judge judge, Sight sight, Table table, int colour, int cell) noexcept nogil
@cython.locals(i=cython.int, k=cython.int, other=cython.int, mask=cython.int, ground=cython.int, own=cython.int, room=cython.int)
cdef void _look_around(Judge judge, Sight sight, Table table, int cell, int kingdom) noexcept nogil
cdef int _is_plain(Judge judge, Sight sight, int cell, int kingdom) noexcept nogil
@cython.locals(seat=cython.int, value=cython.double, mask=cython.int, piece=cython.int, temples=cython.int, change=cython.double)
cdef double _grow(Judge judge, Sight sight, Table table, int colour, int cell, int kingdom) noexcept nogil
@cython.locals(value=cython.double, mask=cython.int, other=cython.int, key=cython.int)
cdef double _growth(Judge judge, Sight sight, int colour, int kingdom) noexcept nogil
@cython.locals(value=cython.double, mask=cython.int)
cdef double _newly_near(Judge judge, Sight sight, int cell) noexcept nogil
@cython.locals(value=cython.double, touched=cython.int, i=cython.int, mask=cython.int, other=cython.int, c=cython.int)
cdef double _unite(Judge judge, Sight sight, Table table, int colour, int cell, int kingdom) noexcept nogil
@cython.locals(office=cython.int, seat=cython.int, here=cython.int, temples=cython.int, value=cython.double, then=cython.double)
cdef double _change_of_leaders(Judge judge, Sight sight, Table table, int region, int colour, int cell) noexcept nogil
@cython.locals(i=cython.int)
cdef int _are_beside(int one, int other) noexcept nogil
@cython.locals(value=cython.double, i=cython.int, k=cython.int, corner=cython.int, same=cython.int, free=cython.int, one=cython.int, what=cython.int)
cdef double _square(Judge judge, Sight sight, Table table, int colour, int cell, int region) noexcept nogil
@cython.locals(pair=cython.int)
cdef int _is_monument_left(Table table) noexcept nogil
@cython.locals(lost=cython.double, best=cython.double, pays=cython.double, piece=cython.int, cell=cython.int, count=cython.int, i=cython.int, other=cython.int, pair=cython.int, one=cython.int, seat=cython.int)
cdef double _monument(Judge judge, Sight sight, Table table, int colour, int corner, int region) noexcept nogil
@cython.locals(touched=cython.int, one=cython.int, other=cython.int, wars=cython.int, c=cython.int, value=cython.double, before=cython.double, i=cython.int, fade=cython.double)
cdef double _join(Judge judge, Sight sight, Table table, int colour, int cell) noexcept nogil
@cython.locals(touched=cython.int, number=cython.int, temples=cython.int, rival=cython.int, behind=cython.double, key=cython.int)
cdef double lead(Judge judge, Sight sight, Table table, int colour, int cell) noexcept nogil
@cython.locals(key=cython.int, before=cython.double, value=cython.double)
cdef void _see_place(Judge judge, Sight sight, int colour, int number) noexcept nogil
@cython.locals(rival=cython.int, i=cython.int, near=cython.int, numbers=cython.int, number=cython.int, value=cython.double, before=cython.double, against=cython.int)
cdef double _lead_between(Judge judge, Sight sight, Table table, int colour, int temples, int touched) noexcept nogil
@cython.locals(value=cython.double, mask=cython.int)
cdef double _tensions(Sight sight, int region, int near, int colour) noexcept nogil
cdef double withdraw(Judge judge, Sight sight, int colour) noexcept nogil
@cython.locals(counts=cython.int)
cdef double swap(Judge judge, int action) noexcept nogil
@cython.locals(value=cython.double, i=cython.int, other=cython.int, piece=cython.int, mask=cython.int, number=cython.int, what=cython.int)
cdef double guess_ruin(Judge judge, Sight sight, Table table, int cell) noexcept nogil
@cython.locals(value=cython.double, colour=cython.int, seat=cython.int)
cdef double _rival_income(Sight sight, int number) noexcept nogil
@cython.locals(number=cython.int, row=cython.int, column=cython.int, up=cython.int, down=cython.int, left=cython.int, right=cython.int, links=cython.int)
cpdef int parts(Table table, int cell) noexcept nogil
cdef int _is_at(Table table, int number, int row, int column) noexcept nogil
cdef double _after(Judge judge, Sight sight, Table table, int action) noexcept nogil
cdef double _value_then(Judge judge, Sight sight, Table table) noexcept nogil
@cython.locals(colour=cython.int, lead=cython.int, win=cython.double, loss=cython.double, price=cython.double, i=cython.int, number=cython.int, chance=cython.double, attacks=cython.int, value=cython.double)
cdef void _weigh_commits(Judge judge, Sight sight, Table table, Moves moves) noexcept nogil
@cython.locals(touched=cython.int, i=cython.int, one=cython.int, other=cython.int)
cpdef int kingdoms_at_war(Sight sight, Table table, int colour) noexcept nogil
@cython.locals(pair=cython.int)
cdef double _war(Judge judge, Sight sight, Table table, int colour) noexcept nogil
@cython.locals(i=cython.int, piece=cython.int, value=cython.double)
cdef double _take(Sight sight, Table table, int cell) noexcept nogil
