cimport cython
from kingdoms.core.moves cimport Moves
from kingdoms.games.rivers.engine cimport codes, conflict, tables
from kingdoms.games.rivers.engine.table cimport Table
from kingdoms.games.rivers.players.values cimport leading, placing, trying, worth
from kingdoms.games.rivers.players.values cimport sight as eyes
from kingdoms.games.rivers.players.values.judge cimport Judge
from kingdoms.games.rivers.players.values.sight cimport Sight

cdef double PASSING, SWAPPING, UNSURE

@cython.locals(stage=cython.int, i=cython.int, best=cython.int)
cdef int weigh_up(Judge judge, Table table, int seat, int known_seats, Moves moves) noexcept nogil
@cython.locals(i=cython.int, action=cython.int, best=cython.int, value=cython.double)
cdef int _weigh_actions(Judge judge, Sight sight, Table table, Moves moves) noexcept nogil
@cython.locals(piece=cython.int, cell=cython.int, colour=cython.int)
cdef void _prepare(Judge judge, Sight sight, Table table) noexcept nogil
@cython.locals(fresh=cython.double, first=cython.double, total=cython.double, value=cython.double, colour=cython.int, count=cython.int, place=cython.int)
cdef void _price_swaps(Judge judge, Sight sight, Table table) noexcept nogil
@cython.locals(counts=cython.int)
cdef double swap(Judge judge, int action) noexcept nogil
@cython.locals(touched=cython.int, i=cython.int, second_kingdom=cython.int, first_kingdom=cython.int)
cpdef int kingdoms_at_war(Sight sight, Table table, int colour) noexcept nogil
@cython.locals(pair=cython.int)
cdef double _war(Sight sight, Table table, int colour) noexcept nogil
@cython.locals(i=cython.int, piece=cython.int, value=cython.double)
cdef double _take(Sight sight, Table table, int cell) noexcept nogil
@cython.locals(colour=cython.int, lead=cython.int, win=cython.double, loss=cython.double, price=cython.double, i=cython.int, number=cython.int, chance=cython.double, attacks=cython.int, value=cython.double)
cdef void _weigh_commits(Judge judge, Sight sight, Table table, Moves moves) noexcept nogil
