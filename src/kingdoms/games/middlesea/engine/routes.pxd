cimport cython
from kingdoms.core cimport inline
from kingdoms.games.middlesea.engine cimport codes, geometry, pieces, tables
from kingdoms.games.middlesea.engine.table cimport Table

@cython.locals(routed=cython.int, continent=cython.int)
cpdef void refresh(Table table, int seat) noexcept nogil
cdef void remove_routes(Table table, int seat, int site) noexcept nogil
@cython.locals(place=cython.int)
cpdef void station(Table table, int seat, int leader, int site) noexcept nogil
cdef void dismiss(Table table, int seat, int site) noexcept nogil
@cython.locals(continent=cython.int)
cdef int connected_sites(Table table, int seat, int site) noexcept nogil
@cython.locals(reached=cython.int, ports=cython.int, todo=cython.int)
cpdef int reach(Table table, int seat, int site) noexcept nogil
@cython.locals(bases=cython.int, near=cython.int, continent=cython.int)
cpdef int neighbours(Table table, int seat, int base, int excepted) noexcept nogil
@cython.locals(cities=cython.int, opponent=cython.int)
cdef int cities_of_others(Table table, int seat) noexcept nogil
cpdef int cities_of_all(Table table) noexcept nogil
