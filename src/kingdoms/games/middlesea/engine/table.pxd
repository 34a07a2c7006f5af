cimport cython
from kingdoms.core.state cimport State
from kingdoms.games.middlesea.engine cimport codes

@cython.no_gc
cdef class Table(State):
    cdef public int[4] goods, gold, ports, governed, controlled_sites, suits, stacks
    cdef public short[4] unrest, king, active, order, ranking
    cdef public short[16] roads
    cdef public short[24] place, city, piers
    cdef public int[6] upto
    cdef public short[20] rulings
    cdef public int round_limit, round_number, attacks, revolted, rebelling, attack_total, defence_total
    cdef public short seats, playing, phase, stage, is_asked, turn, time_up, to_choose, rebel_seat, ranked, cursor
    cdef public short acted, king_changed, target, defender, leader_defends, reason, winners, loser

    cdef void copy_from(self, Table source) noexcept nogil
