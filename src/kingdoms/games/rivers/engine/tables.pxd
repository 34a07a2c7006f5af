cdef int[704] NEXT
cdef int[354] WET
cdef unsigned long long[6] WATER
cdef int[177] TREASURE
cdef int[24] TREASURE_CELL
cdef int[2] TREASURE_COUNT
cdef int SPECIALS
cdef int[704] CORNERS
cdef int[880] CENTRES
cdef int[24] PAIR_HAS
cdef int[4] TILE_COUNTS
