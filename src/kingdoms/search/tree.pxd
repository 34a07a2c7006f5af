cimport cython
from kingdoms.core cimport constants, inline
from kingdoms.core.knowledge cimport Knowledge
from kingdoms.core.moves cimport Moves
from kingdoms.core.rng cimport Random
from kingdoms.nets.net cimport Net
from kingdoms.search cimport codes
from kingdoms.search.columns cimport Columns

cdef class Tree(Columns):
    cdef readonly Knowledge knowledge
    cdef readonly Net net
    cdef readonly Random rng
    cdef readonly int secrets, deepest, only
    cdef public int most_nodes
    cdef readonly long long plies
    cdef public double exploration, widening, others, jitter, greedy
    cdef public int width, root_width, reuse, rollouts, even_priors, pruning, transpositions
    cdef int room_to_choose, room_to_stand
    # one simulation
    cdef Moves moves
    cdef int[::1] path, way
    cdef double[::1] result
    cdef int[::1] selection
    cdef unsigned char[::1] availability

    @cython.locals(key=cython.ulonglong)
    cpdef object plant(self)
    @cython.locals(root=cython.int)
    cpdef object replant(self)
    cpdef object resume(self)
    @cython.locals(edge=cython.int, node=cython.int, i=cython.int, child=cython.int)
    cpdef list choices(self)
    cpdef list value(self)
    cpdef bint is_proven(self)
    cpdef int root_visits(self)
    cpdef int root_mover(self)
    @cython.locals(edge=cython.int)
    cpdef object insist(self, int action)
    @cython.locals(edge=cython.int, node=cython.int, best=cython.int, tries=cython.int)
    cpdef list line(self, int action, int most)
    cdef void grow_selection(self, int count) noexcept with gil
    @cython.locals(node=cython.int, i=cython.int)
    cdef int add_node(self, unsigned long long key, int mover) noexcept nogil
    @cython.locals(_=cython.int)
    cdef void simulate(self, int count) noexcept nogil
    @cython.locals(depth=cython.int, node=cython.int, edge=cython.int, child=cython.int, i=cython.int)
    cdef void descend(self) noexcept nogil
    cdef int is_leaf(self, int node, int depth) noexcept nogil
    @cython.locals(mover=cython.int)
    cdef int choose(self, int node) noexcept nogil
    @cython.locals(child=cython.int)
    cdef int follow(self, int edge) noexcept nogil
    cdef int draw(self) noexcept nogil
    @cython.locals(key=cython.ulonglong, node=cython.int)
    cdef int find_or_add(self) noexcept nogil
    cdef void list_choices(self) noexcept nogil
    cdef int matches_state(self, int node) noexcept nogil
    cdef void grow_availability(self, int count) noexcept with gil
    @cython.locals(have=cython.int, i=cython.int)
    cdef int mark_available(self, int node) noexcept nogil
    @cython.locals(allowed=cython.int)
    cdef int is_available(self, int action) noexcept nogil
    @cython.locals(width=cython.int, have=cython.int, knows=cython.int)
    cdef int is_ready(self, int node, int mover) noexcept nogil
    @cython.locals(width=cython.int, visits=cython.int)
    cdef int target_width(self, int node) noexcept nogil
    @cython.locals(
        width=cython.int, old=cython.int, edge=cython.int, i=cython.int, best=cython.int,
        total=cython.double, heaviest=cython.float, legal=cython.int
    )
    cdef void widen(self, int node) noexcept nogil
    @cython.locals(low=cython.int, high=cython.int, middle=cython.int)
    cdef int is_choice(self, int action) noexcept nogil
    @cython.locals(
        first=cython.int, count=cython.int, i=cython.int, edge=cython.int, best=cython.int, child=cython.int,
        score=cython.double, highest=cython.double, value=cython.double,
        first_value=cython.double, total=cython.int, explored=cython.double, elsewhere=cython.int, prior=cython.double
    )
    cdef int select(self, int node, int mover) noexcept nogil
    @cython.locals(mover=cython.int, played=cython.int, i=cython.int)
    cdef void evaluate_leaf(self) noexcept nogil
    cdef void evaluate(self) noexcept nogil
    @cython.locals(i=cython.int, step=cython.int, node=cython.int, weight=cython.double)
    cdef void back_up(self, int depth) noexcept nogil
    @cython.locals(mover=cython.int, edge=cython.int, child=cython.int, best=cython.int, most=cython.double, i=cython.int)
    cdef int prove(self, int node) noexcept nogil
