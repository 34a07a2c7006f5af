cimport cython
from kingdoms.core cimport inline
from kingdoms.core.moves cimport Moves
from kingdoms.games.middlesea.engine cimport codes, pieces, routes, tables, turns
from kingdoms.games.middlesea.engine.table cimport Table

@cython.locals(temples=cython.int)
cpdef int dominance_score(Table table, int seat) noexcept nogil
@cython.locals(i=cython.int, tied=cython.int)
cdef void next_place(Table table) noexcept nogil
@cython.locals(left=cython.int, i=cython.int, tied=cython.int, best=cython.int, seat=cython.int, points=cython.int)
cpdef int next_in_score(Table table) noexcept nogil
@cython.locals(temples=cython.int, value=cython.int)
cpdef int best_temple(Table table, int seat) noexcept nogil
@cython.locals(first=cython.int, best=cython.int, i=cython.int, seat=cython.int)
cdef void break_first_tie(Table table, int tied) noexcept nogil
cdef void put_next(Table table, int seat) noexcept nogil
@cython.locals(tied=cython.int, base=cython.int)
cdef void list_ranks(Table table, Moves moves) noexcept nogil
@cython.locals(rank=cython.int, i=cython.int, seat=cython.int)
cdef void start(Table table, int first) noexcept nogil
