cimport cython
from kingdoms.core cimport inline
from kingdoms.games.middlesea.engine cimport codes, conflict, pieces, routes, tables, victory
from kingdoms.games.middlesea.engine.table cimport Table
from kingdoms.games.middlesea.players cimport shape

cdef void describe(Table table, int seat, short[::1] row, int at) noexcept nogil
@cython.locals(cities=cython.int, home=cython.int, opponent_cities=cython.int, free=cython.int, home_cities=cython.int)
cdef void describe_cities(Table table, int seat, short[::1] row, int at) noexcept nogil
@cython.locals(
    roads=cython.int, continent=cython.int, goods=cython.int, gold=cython.int, pairs=cython.int, singles=cython.int,
    cities=cython.int, covered=cython.int
)
cdef void describe_means(Table table, int seat, short[::1] row, int at) noexcept nogil
@cython.locals(
    linked=cython.int, yields=cython.int, fights=cython.int, placed=cython.int, placed_values=cython.int,
    awake_values=cython.int, top=cython.int, waiting=cython.int, income=cython.int, earners=cython.int, fighters=cython.int,
    leader=cython.int, place=cython.int, awake=cython.int, home=cython.int
)
cdef void describe_leaders(Table table, int seat, short[::1] row, int at) noexcept nogil
@cython.locals(rank=cython.int, place=cython.int, score=cython.int, attacked=cython.int, on_turn=cython.int)
cdef void describe_turn(Table table, int seat, short[::1] row, int at) noexcept nogil
@cython.locals(rounds=cython.int, defence=cython.int, guard=cython.int)
cdef void describe_game(Table table, short[::1] row, int at) noexcept nogil
@cython.locals(i=cython.int, k=cython.int, at=cython.int, opponent=cython.int)
cdef void combine(Table table, short[::1] kingdoms, int[::1] numbers, short[::1] inputs) noexcept nogil
cdef int cap(int number) noexcept nogil
