cimport cython
from kingdoms.core cimport inline
from kingdoms.core.moves cimport Moves
from kingdoms.core.rng cimport Random
from kingdoms.games.rivers.engine cimport codes, pieces, turns
from kingdoms.games.rivers.engine.table cimport Table

@cython.locals(seat=cython.int, _=cython.int)
cpdef int drawer(Table table) noexcept nogil
@cython.locals(lack=cython.int, seat=cython.int)
cpdef int missing_tiles(Table table) noexcept nogil
@cython.locals(lack=cython.int, colour=cython.int)
cdef void consider(Table table) noexcept nogil
cdef void finish(Table table) noexcept nogil
@cython.locals(colour=cython.int)
cdef void list_draws(Table table, Moves moves) noexcept nogil
cdef void draw(Table table, int colour) noexcept nogil
@cython.locals(tile=cython.int, colour=cython.int)
cdef int pick(Table table, Random rng) noexcept nogil
