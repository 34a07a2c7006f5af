cimport cython
from kingdoms.core cimport inline
from kingdoms.games.middlesea.engine cimport codes, conflict, pieces, production, routes, tables, victory
from kingdoms.games.middlesea.engine.table cimport Table

@cython.locals(place=cython.int)
cdef int place_in_order(Table table, int seat) noexcept nogil
@cython.locals(place=cython.int)
cpdef int first_leader(Table table, int seat) noexcept nogil
cdef int can_build(Table table, int seat) noexcept nogil
@cython.locals(leaders=cython.int, leader=cython.int, place=cython.int)
cdef int attackers(Table table, int seat, int suits) noexcept nogil
@cython.locals(first=cython.int, count=cython.int, leader=cython.int, place=cython.int)
cdef int reserve_count(Table table, int seat) noexcept nogil
cdef int goods_to_spend(Table table, int seat) noexcept nogil
cdef int gold_to_spend(Table table, int seat) noexcept nogil
cdef int remaining_production(Table table, int seat, int suit) noexcept nogil
@cython.locals(income=cython.int, todo=cython.int, site=cython.int)
cpdef int suit_production(Table table, int seat, int suit) noexcept nogil
@cython.locals(low=cython.int, high=cython.int)
cdef int can_pay(int goods, int gold, int price) noexcept nogil
@cython.locals(prices=cython.ulonglong, fresh=cython.int, todo=cython.int, site=cython.int, holder=cython.int)
cdef unsigned long long home_prices(Table table, int seat) noexcept nogil
@cython.locals(count=cython.ulonglong)
cdef unsigned long long city_at_price(int price) noexcept nogil
@cython.locals(prices=cython.ulonglong, rest=cython.ulonglong, suit=cython.int, _=cython.int, chosen=cython.int, lowest=cython.int, value=cython.int, stack=cython.int)
cdef unsigned long long fresh_prices(Table table, int number) noexcept nogil
@cython.locals(tiles=cython.ulonglong)
cdef unsigned long long stack_at(int stack, int suit) noexcept nogil
@cython.locals(missing=cython.int, prices=cython.ulonglong, goods=cython.int, gold=cython.int, total=cython.int, price=cython.int, _=cython.int)
cdef int home_missing(Table table, int seat) noexcept nogil
@cython.locals(abroad=cython.int, untouched=cython.int, opponent=cython.int, few=cython.int)
cpdef int missing_provinces(Table table, int seat) noexcept nogil
@cython.locals(sites=cython.int, opponent=cython.int)
cdef int roads_abroad(Table table, int seat) noexcept nogil
@cython.locals(builds=cython.int, lacking=cython.int, roads=cython.int)
cpdef int can_conquer(Table table, int seat) noexcept nogil
@cython.locals(leaders=cython.int, builds=cython.int, missing=cython.int, free=cython.int, joined=cython.int, piers=cython.int, more=cython.int, prices=cython.ulonglong, total=cython.int, cities=cython.int, price=cython.int)
cpdef int can_trade(Table table, int seat) noexcept nogil
@cython.locals(todo=cython.int)
cpdef int reaches(Table table, int seat, int sites) noexcept nogil
@cython.locals(most=cython.int, todo=cython.int, leader=cython.int, total=cython.int, goods=cython.int, gold=cython.int)
cpdef int strongest(Table table, int seat, int missionary) noexcept nogil
