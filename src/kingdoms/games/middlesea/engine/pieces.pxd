cimport cython
from kingdoms.core cimport inline
from kingdoms.games.middlesea.engine cimport codes, tables
from kingdoms.games.middlesea.engine.table cimport Table

cpdef int budget(Table table, int seat) noexcept nogil
cdef void gain_goods(Table table, int seat, int amount) noexcept nogil
cdef void gain_gold(Table table, int seat, int amount) noexcept nogil
cdef void pay(Table table, int seat, int amount) noexcept nogil
cdef void lower_unrest(Table table, int seat) noexcept nogil
cdef void raise_unrest(Table table, int seat, int amount) noexcept nogil
@cython.locals(value=cython.int)
cpdef void put_city(Table table, int site, int city) noexcept nogil
@cython.locals(city=cython.int)
cdef int draw_city(Table table, int suit) noexcept nogil
@cython.locals(suit=cython.int, depth=cython.int)
cdef void put_under(Table table, int city) noexcept nogil
@cython.locals(value=cython.int, city=cython.int)
cdef void remove_city(Table table, int site) noexcept nogil
cpdef int value_at(Table table, int site) noexcept nogil
@cython.locals(value=cython.int, total=cython.int)
cpdef int worth(Table table, int sites) noexcept nogil
@cython.locals(leader=cython.int)
cpdef int leader_at(Table table, int seat, int site) noexcept nogil
cpdef int is_active(Table table, int seat, int leader) noexcept nogil
cdef void turn_leader(Table table, int seat, int leader) noexcept nogil
@cython.locals(leader=cython.int)
cpdef int governor(Table table, int seat, int site) noexcept nogil
@cython.locals(seat=cython.int)
cpdef int holder(Table table, int site) noexcept nogil
