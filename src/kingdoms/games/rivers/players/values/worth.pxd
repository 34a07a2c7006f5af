cimport cython
from kingdoms.core cimport inline
from kingdoms.games.rivers.engine cimport civic, codes
from kingdoms.games.rivers.engine.table cimport Table
from kingdoms.games.rivers.players.values cimport sight as eyes
from kingdoms.games.rivers.players.values.sight cimport Sight

cdef double BUILT, STANDING, PRESENT, READY, CRAMPED, INCOME, DEPUTY, HOARD, TREASURE, LOSS, SUPPORT, IMMINENT
cdef double TILE, TEMPLE_IN_HAND, WAITING
cdef double[5] RISK
cdef double[7] KEPT
cdef double[6] FURTHER

@cython.locals(seat=cython.int, pays=cython.double)
cdef double building_value(Sight sight, int region, int colour, int length) noexcept nogil
@cython.locals(colour=cython.int, value=cython.double)
cdef double buildings_value(Sight sight, Table table) noexcept nogil
cpdef double chance_to_win(double difference) noexcept nogil
@cython.locals(owner=cython.int, count=cython.int)
cdef double trader_gain(Sight sight, int region) noexcept nogil
@cython.locals(place=cython.int, value=cython.double, worth=cython.double, office=cython.int)
cdef double bare_worth(Sight sight, int seat, int colour, int region) noexcept nogil
cdef double safety(Sight sight, int seat, int temples) noexcept nogil
cpdef double leader_worth(Sight sight, int seat, int colour, int region, int temples) noexcept nogil
@cython.locals(first_owner=cython.int, second_owner=cython.int, rival=cython.int, tiles=cython.int, rival_tiles=cython.int, winning=cython.double, share=cython.double, win=cython.double, loss=cython.double)
cdef double tension(Sight sight, int first_region, int second_region, int colour) noexcept nogil
@cython.locals(colour=cython.int, value=cython.double)
cdef double tensions(Sight sight, int first_region, int second_region) noexcept nogil
cdef double win_of_war(Sight sight, int loser, int colour, double tiles) noexcept nogil
cdef double loss_of_war(Sight sight, int winner, int colour, double tiles) noexcept nogil
@cython.locals(value=cython.double, piece=cython.int, cell=cython.int, region=cython.int, rest=cython.int, nearby=cython.int)
cdef double board_value(Sight sight, Table table) noexcept nogil
@cython.locals(seat=cython.int, cell=cython.int, king=cython.int, value=cython.double, worth=cython.double)
cdef double first_tile(Sight sight, Table table, int colour) noexcept nogil
cpdef double tile_worth(Sight sight, Table table, int colour) noexcept nogil
@cython.locals(best=cython.double, number=cython.int, chance=cython.double, value=cython.double)
cdef double plan_attack(Sight sight, int lead, int tiles, int defender, int colour, double win, double loss, double price) noexcept nogil
cdef int tiles_at_stake(Sight sight, int region, int colour) noexcept nogil
@cython.locals(defender=cython.int)
cpdef double plan_war(Sight sight, Table table, int attacker_region, int defender_region, int colour, int tiles) noexcept nogil
@cython.locals(first_owner=cython.int, second_owner=cython.int, attacker=cython.int)
cdef double war_value(Sight sight, Table table, int first_region, int second_region, int colour, int tiles) noexcept nogil
@cython.locals(chance=cython.double, value=cython.double)
cdef double war_value_to_others(Sight sight, int attacker, int defender, int attacker_region, int defender_region, int colour) noexcept nogil
cdef double gain_of_others(Sight sight, int winner, int loser, int lost, int colour) noexcept nogil
@cython.locals(seat=cython.int, ousted=cython.double, win=cython.double)
cpdef double plan_revolt(Sight sight, Table table, int temples, int against, int defender, int colour, int region) noexcept nogil
@cython.locals(colour=cython.int, rival=cython.int, cell=cython.int, rival_cell=cython.int, ousted=cython.double, keep=cython.double)
cdef double win_of_conflict(Sight sight, Table table) noexcept nogil
@cython.locals(colour=cython.int, rival=cython.int, cell=cython.int)
cdef double loss_of_conflict(Sight sight, Table table) noexcept nogil
