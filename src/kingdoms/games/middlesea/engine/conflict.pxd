cimport cython
from kingdoms.core cimport inline
from kingdoms.core.moves cimport Moves
from kingdoms.games.middlesea.engine cimport codes, geometry, pieces, rebellion, routes, tables, turns, victory
from kingdoms.games.middlesea.engine.table cimport Table

@cython.locals(bases=cython.int, leader=cython.int, place=cython.int, todo=cython.int)
cdef void list_attacks(Table table, int seat, Moves moves) noexcept nogil
@cython.locals(missionary=cython.int, sites=cython.int, defender=cython.int)
cpdef int targets(Table table, int seat, int base) noexcept nogil
cpdef int sites_in_reach(Table table, int seat, int base, int missionary) noexcept nogil
@cython.locals(sites=cython.int, opponent=cython.int)
cpdef int exposed_capitals(Table table, int seat) noexcept nogil
@cython.locals(ruling=cython.int)
cpdef int has_port_to_attack(Table table, int seat, int missionary) noexcept nogil
cpdef int has_attacked(Table table, int by, int missionary, int on) noexcept nogil
@cython.locals(base=cython.int)
cdef void attack(Table table, int seat, int leader, int site) noexcept nogil
@cython.locals(seat=cython.int)
cpdef int is_missionary(Table table) noexcept nogil
cdef void consider_hire(Table table) noexcept nogil
@cython.locals(hired=cython.int)
cdef void list_hires(Table table, Moves moves) noexcept nogil
cdef void hire(Table table, int hired) noexcept nogil
cpdef int port_attacked(Table table) noexcept nogil
cpdef int base_defence(Table table) noexcept nogil
cpdef int leader_to_defend(Table table) noexcept nogil
cdef void consider_defence(Table table) noexcept nogil
@cython.locals(leader=cython.int, hired=cython.int, action=cython.int)
cdef void list_defences(Table table, Moves moves) noexcept nogil
cdef void defend(Table table, int hired, int with_leader) noexcept nogil
@cython.locals(seat=cython.int, site=cython.int, defender=cython.int, missionary=cython.int, on_port=cython.int, on_leader=cython.int, won=cython.int, guard=cython.int)
cdef void resolve(Table table) noexcept nogil
cdef void win_over(Table table, int defender, int site, int on_leader) noexcept nogil
cdef void destroy_port(Table table, int defender, int site) noexcept nogil
@cython.locals(cities=cython.int)
cdef void conquer(Table table, int seat, int defender, int site) noexcept nogil
