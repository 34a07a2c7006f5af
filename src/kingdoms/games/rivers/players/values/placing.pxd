cimport cython
from kingdoms.core cimport inline
from kingdoms.games.rivers.engine cimport civic, codes, tables
from kingdoms.games.rivers.engine.table cimport Table
from kingdoms.games.rivers.players.values cimport limits, worth
from kingdoms.games.rivers.players.values cimport sight as eyes
from kingdoms.games.rivers.players.values.judge cimport Judge
from kingdoms.games.rivers.players.values.sight cimport Sight

cdef double SETTLING, PROMISING

@cython.locals(mask=cython.int, kingdom=cython.int)
cdef double place(Judge judge, Sight sight, Table table, int colour, int cell) noexcept nogil
@cython.locals(i=cython.int, neighbour=cython.int, mask=cython.int)
cdef void _look_around(Judge judge, Sight sight, Table table, int cell, int kingdom) noexcept nogil
cdef int _is_plain(Judge judge, Sight sight, int cell, int kingdom) noexcept nogil
@cython.locals(seat=cython.int, value=cython.double, mask=cython.int, piece=cython.int, temples=cython.int, change=cython.double)
cdef double _grow(Judge judge, Sight sight, Table table, int colour, int cell, int kingdom) noexcept nogil
@cython.locals(region=cython.int, i=cython.int)
cdef double _extra_point_value(Sight sight, int colour, int cell, double point) noexcept nogil
@cython.locals(content=cython.int, count=cython.int, i=cython.int, before=cython.int, length=cython.int, value=cython.double)
cdef double _line(Sight sight, Table table, int colour, int cell, int kingdom) noexcept nogil
@cython.locals(value=cython.double, mask=cython.int, nearby=cython.int, key=cython.int)
cdef double _growth(Judge judge, Sight sight, int colour, int kingdom) noexcept nogil
@cython.locals(value=cython.double, mask=cython.int)
cdef double _new_wars_value(Judge judge, Sight sight, int cell) noexcept nogil
@cython.locals(value=cython.double, touched=cython.int, i=cython.int, mask=cython.int, nearby=cython.int, c=cython.int)
cdef double _unite(Judge judge, Sight sight, Table table, int colour, int cell, int kingdom) noexcept nogil
@cython.locals(office=cython.int, seat=cython.int, leader_cell=cython.int, temples=cython.int, value=cython.double, then=cython.double)
cdef double _change_of_leaders(Judge judge, Sight sight, Table table, int region, int colour, int cell) noexcept nogil
@cython.locals(i=cython.int)
cdef int _are_beside(int first_cell, int second_cell) noexcept nogil
@cython.locals(value=cython.double, i=cython.int, k=cython.int, corner=cython.int, count=cython.int, free=cython.int, square_cell=cython.int, content=cython.int)
cdef double _square(Judge judge, Sight sight, Table table, int colour, int cell, int region) noexcept nogil
@cython.locals(pair=cython.int)
cdef int _is_monument_left(Table table) noexcept nogil
@cython.locals(lost=cython.double, best=cython.double, pays=cython.double, piece=cython.int, cell=cython.int, count=cython.int, i=cython.int, neighbour=cython.int, pair=cython.int, office=cython.int, seat=cython.int)
cdef double _monument(Judge judge, Sight sight, Table table, int colour, int corner, int region) noexcept nogil
@cython.locals(touched=cython.int, first_kingdom=cython.int, second_kingdom=cython.int, wars=cython.int, c=cython.int, value=cython.double, before=cython.double, i=cython.int, fade=cython.double)
cdef double _join(Judge judge, Sight sight, Table table, int colour, int cell) noexcept nogil
