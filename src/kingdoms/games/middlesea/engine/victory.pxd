cimport cython
from kingdoms.core cimport inline
from kingdoms.games.middlesea.engine cimport codes, pieces, tables, turns
from kingdoms.games.middlesea.engine.table cimport Table

cdef int[3] PIERS

@cython.locals(cities=cython.int)
cpdef int score(Table table, int seat) noexcept nogil
@cython.locals(total=cython.int, todo=cython.int)
cpdef int piers(Table table, int seat) noexcept nogil
cpdef int has_home(Table table, int seat) noexcept nogil
@cython.locals(abroad=cython.int, opponent=cython.int)
cpdef int has_conquest(Table table, int seat) noexcept nogil
@cython.locals(count=cython.int, leader=cython.int, place=cython.int)
cpdef int awake(Table table, int seat) noexcept nogil
cpdef int has_trade(Table table, int seat) noexcept nogil
@cython.locals(conquerors=cython.int, traders=cython.int, seat=cython.int)
cdef void round_end(Table table) noexcept nogil
cdef void fall(Table table, int reason, int loser) noexcept nogil
@cython.locals(best=cython.int, place=cython.int, seat=cython.int, points=cython.int)
cdef void finish(Table table, int reason, int candidates) noexcept nogil
cdef void clear(Table table) noexcept nogil
