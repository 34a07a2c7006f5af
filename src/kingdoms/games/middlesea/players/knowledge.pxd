cimport cython
from kingdoms.core cimport inline
from kingdoms.core.knowledge cimport Knowledge
from kingdoms.core.moves cimport Moves
from kingdoms.core.rng cimport Random
from kingdoms.core.state cimport State
from kingdoms.games.middlesea.engine cimport codes, course, victory
from kingdoms.games.middlesea.engine.state cimport State as Table
from kingdoms.games.middlesea.players cimport describing, policy, shape, worth
from kingdoms.games.middlesea.players.policy cimport Policy

cdef double SOFTNESS, SPREAD, SCALE

cdef class MiddleSeaKnowledge(Knowledge):
    cdef Table table, root
    cdef Policy judge
    cdef Moves moves
    cdef int[::1] numbers
    cdef short[::1] kingdoms
    cdef int set_out_in
    cpdef object begin(self, State state, int observer=*)
    cdef void restore(self) noexcept nogil
    @cython.locals(value=cython.ulonglong, i=cython.int)
    cdef unsigned long long key(self) noexcept nogil
    cdef void list_choices(self, Moves moves) noexcept nogil
    @cython.locals(i=cython.int, gain=cython.double, most=cython.double, even=cython.double, total=cython.double)
    cdef void weigh(self, Moves moves) noexcept nogil
    cdef int choose(self, Random rng) noexcept nogil
    cdef void set_out(self) noexcept nogil
    cdef int is_comparable(self) noexcept nogil
    @cython.locals(i=cython.int, total=cython.double, most=cython.double, won=cython.int)
    cdef void evaluate(self) noexcept nogil
    @cython.locals(rounds=cython.int, value=cython.double)
    cdef double expect(self, int seat) noexcept nogil
    cdef void describe(self) noexcept nogil
