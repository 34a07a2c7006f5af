from kingdoms.core cimport constants, inline
from kingdoms.core.moves cimport Moves
from kingdoms.core.rng cimport Random
from kingdoms.core.state cimport State

cdef class PythonState(State):
    cdef public object failure
    cdef void list_moves(self, Moves moves) noexcept with gil
    cdef void play(self, int action) noexcept with gil
    cdef int to_play(self) noexcept with gil
    cdef int draw_chance(self, Random rng) noexcept with gil

cpdef object seat_at(PythonState state, object game)
cpdef object raise_failure(State state)
