from kingdoms.core cimport constants
from kingdoms.core.moves cimport Moves
from kingdoms.core.python_state cimport raise_failure
from kingdoms.core.rng cimport Random
from kingdoms.core.state cimport State

cdef class Knowledge:
    cdef readonly object game
    cdef object failure
    cdef readonly State state
    cdef readonly int seats, observer, secrets
    cdef double[::1] shares
    cdef float[::1] weights
    cdef double greedy
    cdef short[::1] inputs
    cdef int room
    cpdef object begin(self, State state, int observer=*)
    cdef void restore(self) noexcept nogil
    cdef void deal(self, Random rng) noexcept nogil
    cdef unsigned long long key(self) noexcept nogil
    cdef void list_choices(self, Moves moves) noexcept nogil
    cdef int allows(self, int action) noexcept nogil
    cdef void weigh(self, Moves moves) noexcept nogil
    cdef int choose(self, Random rng) noexcept nogil
    cdef void set_out(self) noexcept nogil
    cdef int is_comparable(self) noexcept nogil
    cdef void evaluate(self) noexcept nogil
    cdef int is_decided(self) noexcept nogil
    cdef void describe(self) noexcept nogil
    cdef void make_room(self, int count) noexcept with gil

cdef class PlainKnowledge(Knowledge):
    cdef State root
    cdef Moves moves
    cdef int has_values, has_priors
    cdef void ask_priors(self, Moves moves) noexcept with gil
    cdef void restore(self) noexcept with gil
    cdef void deal(self, Random rng) noexcept with gil
    cdef unsigned long long key(self) noexcept with gil
    cdef void list_choices(self, Moves moves) noexcept nogil
    cdef void weigh(self, Moves moves) noexcept nogil
    cdef int choose(self, Random rng) noexcept nogil
    cdef int is_comparable(self) noexcept nogil
    cdef void describe(self) noexcept with gil
    cdef void evaluate(self) noexcept with gil
