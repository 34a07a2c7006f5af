cdef int[704] NEXT
cdef int[177] WET, TREASURE
cdef int[10] TREASURE_CELL
cdef int SPECIALS
cdef int[704] CORNERS
cdef int[880] CENTRES
cdef int[24] PAIR_HAS
cdef int[4] TILE_COUNTS
