cimport cython
from kingdoms.games.rivers.engine.table cimport Table
from kingdoms.games.rivers.players.values.sight cimport Sight

@cython.final
cdef class Judge:
    cdef readonly Sight sight, then
    cdef Table spare
    cdef int epoch
    cdef readonly double[5598] values
    cdef double[4] price, home
    cdef double[16] bare, stand_worth
    cdef double[28] swaps
    cdef int[176] cell_known, joins, newly, beside, land, water
    cdef int[68] growth_known
    cdef double[68] growth
    cdef int[512] lead_known
    cdef double[512] lead_bare, lead_more
    cdef int[340] revolt_known
    cdef double[340] revolts
