cimport cython
from kingdoms.core cimport inline
from kingdoms.core.moves cimport Moves
from kingdoms.games.middlesea.engine cimport codes, conflict, control, course, pieces, tables, turns
from kingdoms.games.middlesea.engine.state cimport State
from kingdoms.games.middlesea.engine.table cimport Table
from kingdoms.games.middlesea.players cimport worth

cdef double LEAST_GAIN

cdef class Policy:
    cdef State then
    cdef readonly Moves moves, answers
    cdef double[::1] gains
    cdef int room
    cdef int best
    cdef void make_room(self, int count) noexcept with gil
    @cython.locals(stage=cython.int)
    cdef void judge(self, State table, Moves moves, int quick) noexcept nogil
    @cython.locals(seat=cython.int, now=cython.double, gain=cython.double, best=cython.double, i=cython.int, action=cython.int)
    cdef void judge_builds(self, State table, Moves moves) noexcept nogil
    @cython.locals(
        seat=cython.int, now=cython.double, stood=cython.double, has_stood=cython.bint, gain=cython.double, best=cython.double,
        lowest=cython.int, leader=cython.int, i=cython.int, action=cython.int
    )
    cdef void judge_leader_actions(self, State table, Moves moves, int quick) noexcept nogil
    @cython.locals(missing=cython.int)
    cdef double attack_gain(self, State table, int action, int seat, double stood) noexcept nogil
    @cython.locals(action=cython.int, i=cython.int)
    cdef void judge_hires(self, State table, Moves moves) noexcept nogil
    @cython.locals(seat=cython.int, best=cython.double, i=cython.int)
    cdef void judge_followed(self, State table, Moves moves) noexcept nogil
    @cython.locals(seat=cython.int, i=cython.int, best=cython.double)
    cdef void judge_ranks(self, State table, Moves moves) noexcept nogil
    @cython.locals(asked=cython.int)
    cdef void settle(self) noexcept nogil
    @cython.locals(
        i=cython.int, action=cython.int, chosen=cython.int, value=cython.double, best=cython.double, amount=cython.int,
        family=cython.int, site=cython.int
    )
    cdef int plain_answer(self) noexcept nogil

@cython.locals(best=cython.double, leader=cython.int, price=cython.int, cost=cython.double, unpaid=cython.int, gain=cython.double)
cdef double king_gain(Table table, int seat) noexcept nogil
@cython.locals(suit=cython.int, place=cython.int, cities=cython.int, bonus=cython.double)
cdef double explorer_bonus(Table table, int seat, int action) noexcept nogil
@cython.locals(free=cython.int, yields=cython.int, room=cython.int, waiting=cython.int, highest=cython.int, higher=cython.int)
cdef double crowding(Table table, int seat, int leader, int place) noexcept nogil
@cython.locals(leader=cython.int)
cpdef int highest_defence(Table table) noexcept nogil
@cython.locals(missing=cython.int)
cdef int sure_hire(Table table) noexcept nogil
@cython.locals(
    count=cython.int, i=cython.int, action=cython.int, total=cython.int, amount=cython.int, family=cython.int, base=cython.int,
    most=cython.int, lead=cython.int, before=cython.int, j=cython.int, pair=cython.int, seat=cython.int
)
cdef void prune(Table table, Moves moves) noexcept nogil
