cimport cython
from kingdoms.core cimport constants, inline
from kingdoms.core.encoding cimport Encoding
from kingdoms.search cimport codes
from kingdoms.search.tree cimport Tree

cdef class BatchTree(Tree):
    cdef readonly Encoding encoding
    cdef readonly object evaluator
    cdef readonly int batch
    cdef float[::1] observations
    cdef unsigned char[::1] masks
    cdef int[::1] players
    cdef short[::1] numbers
    cdef int[::1] pending
    cdef int pending_room, leaves, blocked, has_priors
    cdef int waits
    cdef int[::1] paths, ways, depths, slots
    cdef object policies, noise

    cpdef object plant(self)
    cpdef object replant(self)
    @cython.locals(simulations=cython.int, most=cython.int, before=cython.int)
    cdef void simulate(self, int count) noexcept with gil
    @cython.locals(player=cython.int, at=cython.Py_ssize_t, count=cython.int, i=cython.int)
    cdef void evaluate_leaf(self) noexcept with gil
    @cython.locals(leaf=cython.int, step=cython.int, slot=cython.int, begin=cython.int)
    cdef void back_up(self, int depth) noexcept with gil
    @cython.locals(slot=cython.int, begin=cython.int, step=cython.int, depth=cython.int, i=cython.int)
    cdef object flush(self)
    @cython.locals(edge=cython.int, number=cython.int)
    cdef void widen(self, int node) noexcept with gil
    @cython.locals(
        first=cython.int, count=cython.int, i=cython.int, edge=cython.int, best=cython.int, child=cython.int,
        score=cython.double, highest=cython.double, value=cython.double, waiting=cython.int,
        first_value=cython.double, total=cython.int, explored=cython.double, elsewhere=cython.int, prior=cython.double
    )
    cdef int select(self, int node, int mover) noexcept nogil
