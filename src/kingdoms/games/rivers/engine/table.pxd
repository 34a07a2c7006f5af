cimport cython
from kingdoms.core.state cimport State
from kingdoms.games.rivers.engine cimport codes

@cython.no_gc
cdef class Table(State):
    cdef public short[177] contents, near
    cdef public short[16] stand, hand
    cdef public int[16] points
    cdef public short[4] treasures_taken, catastrophes_left, bag, raised
    cdef public short[6] monument
    cdef public int treasures, playing
    cdef public short wonder, board, with_wonder, with_buildings, limits_commitments, treasures_at_end, seats
    cdef public short phase, stage, is_asked, turn, actions_left, placed, marker, to_draw
    cdef public short revolt, colour, attacker, defender, attack, reason
    cdef public unsigned long long[3] vacant, holy, linked, touch_one, touch_two, touch_three
    cdef public int stale, torn
    cdef public short[177] kingdom, touch
    cdef public unsigned long long[51] realm
    cdef public int[17] members
    cdef public short[68] ruler

    cdef void copy_from(self, Table source) noexcept nogil
