cimport cython
from kingdoms.core cimport inline
from kingdoms.games.rivers.engine cimport codes, regions, tables
from kingdoms.games.rivers.engine.table cimport Table

cpdef void put(Table table, int cell, int content) noexcept nogil
@cython.locals(i=cython.int, neighbour=cython.int)
cdef void _count_temple(Table table, int cell, int change) noexcept nogil
cpdef int is_tile(int content) noexcept nogil
cpdef int bears_treasure(Table table, int cell) noexcept nogil
@cython.locals(place=cython.int)
cpdef int hand_count(Table table, int seat) noexcept nogil
cpdef int bag_count(Table table) noexcept nogil
cpdef void lift(Table table, int piece) noexcept nogil
cdef void stand(Table table, int piece, int cell) noexcept nogil
@cython.locals(piece=cython.int)
cdef void send_home(Table table) noexcept nogil
cpdef int next_seat(Table table, int seat) noexcept nogil
cdef void score(Table table, int seat, int colour, int points) noexcept nogil
