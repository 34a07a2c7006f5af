cimport cython
from kingdoms.search cimport codes

cdef class Columns:
    cdef readonly int seats, node_count, edge_count
    cdef int room, edge_room, index_size
    cdef int[::1] visits, first, index
    cdef short[::1] count
    cdef signed char[::1] mover, proven, complete
    cdef unsigned long long[::1] keys
    cdef float[::1] mean
    cdef int[::1] action, child, trials
    cdef float[::1] prior

    cpdef object clear(self)
    @cython.locals(node=cython.int)
    cdef void grow_nodes(self) noexcept with gil
    cdef void grow_edges(self) noexcept with gil
    @cython.locals(node=cython.int, i=cython.int)
    cdef int make_node(self, unsigned long long key, int mover) noexcept nogil
    @cython.locals(start=cython.int, before=cython.int, old=cython.int, i=cython.int)
    cdef int make_edges(self, int node, int count) noexcept nogil
    @cython.locals(place=cython.int)
    cdef int find(self, unsigned long long key) noexcept nogil
    @cython.locals(place=cython.int)
    cdef void enter(self, unsigned long long key, int node) noexcept nogil
    @cython.locals(
        old=Columns, node=cython.int, new=cython.int, edge=cython.int, after=cython.int, start=cython.int, i=cython.int
    )
    cpdef object keep(self, int root)
    cdef void take(self, Columns source)
    cpdef long long bytes_used(self)
    @cython.locals(node=cython.int)
    cpdef list find_errors(self)
