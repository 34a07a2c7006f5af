cimport cython
from kingdoms.core cimport inline
from kingdoms.core.moves cimport Moves
from kingdoms.games.middlesea.engine cimport codes, geometry, pieces, routes, tables, turns
from kingdoms.games.middlesea.engine.table cimport Table

@cython.locals(seat=cython.int, budget=cython.int)
cdef void list_builds(Table table, Moves moves) noexcept nogil
@cython.locals(home=cython.int, cities=cython.int, sites=cython.int, holder=cython.int)
cpdef int sites_to_explore(Table table, int seat) noexcept nogil
@cython.locals(sites=cython.int, suit=cython.int, action=cython.int, todo=cython.int)
cdef void list_explorations(Table table, int seat, Moves moves) noexcept nogil
@cython.locals(origins=cython.int, ends=cython.int, continent=cython.int, near=cython.int, far=cython.int, steps=cython.int, step=cython.int)
cdef void list_roads(Table table, int seat, int budget, Moves moves) noexcept nogil
@cython.locals(coast=cython.int, piers=cython.int, action=cython.int, todo=cython.int, site=cython.int)
cdef void list_ports(Table table, int seat, int budget, Moves moves) noexcept nogil
@cython.locals(seat=cython.int)
cdef void build(Table table, int action) noexcept nogil
@cython.locals(city=cython.int, holder=cython.int)
cdef void explore(Table table, int seat, int suit, int site) noexcept nogil
cdef void lay_road(Table table, int seat, int start, int end) noexcept nogil
cdef void build_port(Table table, int seat, int site, int piers) noexcept nogil
