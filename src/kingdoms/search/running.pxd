from kingdoms.search cimport inline
from kingdoms.search.tree cimport Tree

cpdef object run(Tree tree, int count)
