cimport cython
from kingdoms.core cimport inline
from kingdoms.games.rivers.engine cimport codes, pieces, regions, tables
from kingdoms.games.rivers.engine.table cimport Table
from kingdoms.games.rivers.players.net cimport prospects as rating
from kingdoms.games.rivers.players.net cimport shape
from kingdoms.games.rivers.players.net.prospects cimport Prospects

@cython.final
cdef class Outlook:
    cdef int[68] tiles, pays, squares
    cdef int[34] room
    cdef int[17] holy, prizes, near_by
    cdef int[4] unbuilt, most_red
    cdef int[16] order

@cython.locals(i=cython.int, cell=cython.int, content=cython.int, number=cython.int)
cdef void survey(Outlook outlook, Table table) noexcept nogil
@cython.locals(colour=cython.int, pair=cython.int, corner=cython.int)
cdef void survey_monuments(Outlook outlook, Table table) noexcept nogil
@cython.locals(i=cython.int, number=cython.int, wet=cython.int, corner=cython.int, colour=cython.int)
cdef void survey_empty(Outlook outlook, Table table, int cell) noexcept nogil
@cython.locals(colour=cython.int, i=cython.int, square_cell=cython.int, content=cython.int)
cdef int square_without(Table table, int corner, int cell) noexcept nogil
@cython.locals(mask=cython.int, i=cython.int, number=cython.int)
cdef void join(Outlook outlook, Table table, int cell) noexcept nogil
@cython.locals(seat=cython.int, place=cython.int, i=cython.int, k=cython.int, rival=cython.int)
cdef void compare_seats(Outlook outlook, Table table) noexcept nogil
@cython.locals(piece=cython.int, cell=cython.int, lowest=cython.int, i=cython.int, king=cython.int, number=cython.int)
cdef void describe_colour(Outlook outlook, Table table, int seat, int colour, short[::1] row, int at) noexcept nogil
@cython.locals(
    number=cython.int, tiles=cython.int, gain=cython.int, loss=cython.int, left=cython.int, nearby=cython.int, rival=cython.int,
    rival_tiles=cython.int, lead=cython.int
)
cdef void describe_wars(Outlook outlook, Table table, int seat, int colour, short[::1] row, int at) noexcept nogil
@cython.locals(best=cython.int, rival=cython.int, cell=cython.int, lead=cython.int)
cdef int chance_to_revolt(Outlook outlook, Table table, int seat, int colour) noexcept nogil
@cython.locals(place=cython.int, lowest=cython.int, i=cython.int, colour=cython.int, number=cython.int)
cdef void describe_seat(
    Outlook outlook, Table table, Prospects prospects, int seat, short[::1] row, int at
) noexcept nogil
@cython.locals(number=cython.int, left=cython.int, nearby=cython.int)
cdef void describe_trader(Outlook outlook, Table table, int seat, short[::1] row, int at) noexcept nogil
@cython.locals(rival=cython.int)
cdef int leads(Table table, Prospects prospects, int seat) noexcept nogil
@cython.locals(mover=cython.int)
cdef void describe_turn(Table table, int seat, short[::1] row, int at) noexcept nogil
cdef int turns_between(int mover, int seat) noexcept nogil
@cython.locals(i=cython.int, attacks=cython.int, rival=cython.int, colour=cython.int, strength=cython.int)
cdef void describe_conflict(Outlook outlook, Table table, int seat, short[::1] row, int at) noexcept nogil
@cython.locals(cell=cython.int)
cdef int conflict_strength(Outlook outlook, Table table, int seat) noexcept nogil
@cython.locals(left=cython.int, bag=cython.int, unbuilt=cython.int, pair=cython.int)
cdef void describe_game(Table table, short[::1] row, int at) noexcept nogil
@cython.locals(seat=cython.int, rank=cython.int, at=cython.int)
cdef void describe(Outlook outlook, Prospects prospects, Table table, short[::1] rows) noexcept nogil
@cython.locals(i=cython.int, k=cython.int, at=cython.int, rival=cython.int)
cdef void combine(Outlook outlook, Prospects prospects, Table table, short[::1] rows, short[::1] inputs) noexcept nogil
cdef int clamp(int number, int most) noexcept nogil
