cimport cython
from kingdoms.core cimport constants, inline
from kingdoms.core.moves cimport Moves
from kingdoms.core.rng cimport Random
from kingdoms.games.rivers.engine cimport codes, course, drawing, listing, pieces
from kingdoms.games.rivers.engine.table cimport Table

@cython.no_gc
cdef class State(Table):
    cdef void list_moves(self, Moves moves) noexcept nogil
    cdef bint allows(self, int action)
    cdef void play(self, int action) noexcept nogil
    cdef int to_play(self) noexcept nogil
    @cython.locals(seats=cython.int, _=cython.int)
    cdef int draw_chance(self, Random rng) noexcept nogil
    @cython.locals(new=State)
    cpdef State clone(self)
