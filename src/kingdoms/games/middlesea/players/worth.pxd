cimport cython
from kingdoms.core cimport inline
from kingdoms.games.middlesea.engine cimport codes, pieces, routes, tables, victory
from kingdoms.games.middlesea.engine.table cimport Table

cdef double[5] WAITING
cdef double CITY, HOME_CITY, CITY_VALUE, HOME_PORT, ELSEWHERE, PROSPECT, STEP, LEAST_PROSPECT, INCOME, FIGHTING
cdef double UNREST, NEAR_WAR, UNPAID, DOMINANCE, PAIR, LESS, SINGLE, IDLE, PLACED, AWAKE, READY, LAST_HOME, WINS_TRADE, FIRST_ABROAD, RIVAL, OVER
cdef int MOST_PAIRS, MOST_SINGLES

@cython.locals(cities=cython.int, home_cities=cython.int, unrest=cython.int, covered=cython.int, value=cython.double)
cpdef double value_of(Table table, int seat) noexcept nogil
@cython.locals(piers=cython.int, todo=cython.int)
cdef double port_value(Table table, int seat) noexcept nogil
@cython.locals(pairs=cython.int, over=cython.int, spent=cython.int, singles=cython.int)
cpdef double money_value(int goods, int gold) noexcept nogil
@cython.locals(free=cython.int, waiting=cython.int, price=cython.int, left=cython.int, prospect=cython.double, value=cython.double)
cdef double prospects(Table table, int seat) noexcept nogil
@cython.locals(
    linked=cython.int, yields=cython.int, fights=cython.int, value=cython.double, placed=cython.int, awake=cython.int,
    leader=cython.int, place=cython.int
)
cdef double leader_value(Table table, int seat, int home_cities) noexcept nogil
@cython.locals(value=cython.double, free=cython.int, opponent=cython.int)
cpdef double relative_worth(Table table, int seat) noexcept nogil
@cython.locals(value=cython.double)
cpdef double city_value(Table table, int seat, int site) noexcept nogil
