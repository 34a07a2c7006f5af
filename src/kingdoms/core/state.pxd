cimport cython
from kingdoms.core cimport constants, inline
from kingdoms.core.moves cimport Moves
from kingdoms.core.rng cimport Random

cdef list SPARE
cdef long long MOST_NUMBER
cdef list INTS

@cython.no_gc
cdef class State:
    cdef readonly object game
    cdef void list_moves(self, Moves moves) noexcept nogil
    cdef void play(self, int action) noexcept nogil
    @cython.locals(moves=Moves, i=cython.int, legal=cython.bint)
    cdef bint allows(self, int action)
    cdef int to_play(self) noexcept nogil
    cdef int draw_chance(self, Random rng) noexcept nogil
