cimport cython
from kingdoms.core cimport constants
from kingdoms.core.knowledge cimport Knowledge
from kingdoms.core.moves cimport Moves
from kingdoms.core.python_state cimport raise_failure
from kingdoms.core.rng cimport Random
from kingdoms.core.state cimport State

@cython.locals(moves=Moves, child=State, total=cython.longlong, i=cython.int)
cpdef long long perft(State state, int depth)
@cython.locals(played=cython.longlong, mover=cython.int)
cdef long long run(State state, Random rng, Moves moves, long long most) noexcept nogil
@cython.locals(played=cython.longlong, mover=cython.int)
cdef long long run_policy(Knowledge knowledge, Random rng, long long most) noexcept nogil
