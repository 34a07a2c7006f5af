from kingdoms.search.tree cimport Tree

cdef inline void simulate_unlocked(Tree tree, int count):
    with nogil:
        tree.simulate(count)
