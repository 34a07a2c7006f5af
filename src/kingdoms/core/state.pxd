cimport cython
from kingdoms.core cimport constants
from kingdoms.core.moves cimport Moves
from kingdoms.core.rng cimport Random

cdef list SPARE
cdef Moves take_list()
cdef int SMALL
cdef list INTS

@cython.no_gc
cdef class State:
    cdef readonly object game
    cdef void list_moves(self, Moves moves) noexcept nogil
    cdef void play(self, int action) noexcept nogil
    cdef int to_play(self) noexcept nogil
    cdef int draw_chance(self, Random rng) noexcept nogil
