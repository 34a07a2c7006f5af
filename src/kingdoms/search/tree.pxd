cimport cython
from kingdoms.core cimport constants, inline
from kingdoms.core.knowledge cimport Knowledge
from kingdoms.core.moves cimport Moves
from kingdoms.core.rng cimport Random

cdef int NONE, DEEPEST, LONGEST
cdef int OPEN, PROVEN
cdef int CHANCE

cdef class Tree:
    cdef readonly Knowledge knowledge
    cdef readonly Random rng
    cdef readonly int seats, secrets
    cdef readonly int used, edges_used, deepest, only
    cdef public int most_nodes
    cdef readonly long long plies
    cdef public double exploration, widening, caution, jitter
    cdef public int width, root_width, reuse, rollouts, even_priors, transpositions
    cdef int room, edge_room, table_size, room_to_choose
    # nodes
    cdef int[::1] visits, first, table
    cdef short[::1] count
    cdef signed char[::1] mover, proven, complete
    cdef unsigned long long[::1] keys
    cdef float[::1] mean
    # edges
    cdef int[::1] action, child, tried
    cdef float[::1] prior
    # one simulation
    cdef Moves moves
    cdef int[::1] path, way
    cdef double[::1] result
    cdef int[::1] chosen

    cpdef object clear(self)
    @cython.locals(key=cython.ulonglong)
    cpdef object plant(self)
    @cython.locals(
        mover=cython.int, found=cython.int, tried=cython.int, often=cython.int, value=cython.double, worth=cython.double,
        edge=cython.int, child=cython.int
    )
    cpdef int best(self)
    @cython.locals(edge=cython.int, node=cython.int, i=cython.int, child=cython.int)
    cpdef list choices(self)
    cpdef list value(self)
    cpdef bint is_proven(self)
    cpdef int root_visits(self)
    cpdef int root_mover(self)
    @cython.locals(edge=cython.int, start=cython.int, i=cython.int)
    cpdef object insist(self, int action)
    @cython.locals(edge=cython.int, node=cython.int, best=cython.int, tried=cython.int)
    cpdef list line(self, int action, int most)
    cpdef long long bytes_used(self)
    @cython.locals(node=cython.int)
    cpdef list find_errors(self)
    @cython.locals(
        root=cython.int, node=cython.int, new=cython.int, edge=cython.int, after=cython.int, start=cython.int, i=cython.int,
        visits='int[::1]', first='int[::1]', count='short[::1]', mover='signed char[::1]', proven='signed char[::1]',
        complete='signed char[::1]', keys='unsigned long long[::1]', mean='float[::1]', action='int[::1]', child='int[::1]',
        tried='int[::1]', prior='float[::1]'
    )
    cpdef object replant(self)
    cdef void grow_nodes(self) noexcept with gil
    cdef void grow_edges(self, int wanted) noexcept with gil
    cdef void grow_chosen(self, int wanted) noexcept with gil
    @cython.locals(place=cython.int)
    cdef int find(self, unsigned long long key) noexcept nogil
    @cython.locals(place=cython.int)
    cdef void enter(self, unsigned long long key, int node) noexcept nogil
    @cython.locals(node=cython.int, i=cython.int)
    cdef int add_node(self, unsigned long long key, int mover) noexcept nogil
    @cython.locals(_=cython.int)
    cdef void simulate(self, int count) noexcept nogil
    @cython.locals(depth=cython.int, node=cython.int, mover=cython.int, edge=cython.int, after=cython.int, drawn=cython.bint, key=cython.ulonglong, i=cython.int)
    cdef void descend(self) noexcept nogil
    cdef int is_at(self, int node) noexcept nogil
    @cython.locals(allowed=cython.int)
    cdef int stands(self, int action) noexcept nogil
    @cython.locals(wanted=cython.int, have=cython.int, knows=cython.int, i=cython.int)
    cdef int is_ready(self, int node, int mover) noexcept nogil
    @cython.locals(wanted=cython.int, visits=cython.int)
    cdef int wanted_width(self, int node) noexcept nogil
    @cython.locals(
        wanted=cython.int, old=cython.int, start=cython.int, kept=cython.int, i=cython.int, j=cython.int, best=cython.int,
        whole=cython.double, heaviest=cython.float, legal=cython.int
    )
    cdef void widen(self, int node) noexcept nogil
    @cython.locals(low=cython.int, high=cython.int, middle=cython.int)
    cdef int is_choice(self, int action) noexcept nogil
    @cython.locals(
        edge=cython.int, best=cython.int, child=cython.int, score=cython.double, highest=cython.double, value=cython.double,
        first_value=cython.double, total=cython.int, explored=cython.double
    )
    cdef int select(self, int node, int mover) noexcept nogil
    @cython.locals(mover=cython.int, played=cython.int, i=cython.int)
    cdef void reach_out(self) noexcept nogil
    @cython.locals(i=cython.int, step=cython.int, node=cython.int, weight=cython.double)
    cdef void back_up(self, int depth) noexcept nogil
    @cython.locals(mover=cython.int, edge=cython.int, child=cython.int, best=cython.int, most=cython.double, i=cython.int)
    cdef int prove(self, int node) noexcept nogil
