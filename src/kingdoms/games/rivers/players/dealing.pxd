cimport cython
from kingdoms.core cimport inline
from kingdoms.core.rng cimport Random
from kingdoms.games.rivers.engine cimport codes, pieces, tables
from kingdoms.games.rivers.engine.table cimport Table

@cython.final
cdef class HiddenInformation:
    cdef public int seat, guessed, least, most
    cdef public int[4] tiles, least_taken
    cdef public int[16] least_points
    cdef int[4] pool

@cython.locals(
    colour=cython.int, cell=cython.int, content=cython.int, seat=cython.int, down=cython.int, hand_tiles=cython.int, lacking=cython.int,
    total=cython.int, full=cython.int, least=cython.int, most=cython.int
)
cpdef object count_up(HiddenInformation unseen, Table table)
@cython.locals(colour=cython.int, colours=cython.int, _=cython.int)
cdef void deal(HiddenInformation unseen, Table table, Random rng) noexcept nogil
@cython.locals(seat=cython.int, colour=cython.int, count=cython.int, left=cython.int, _=cython.int)
cdef void _deal_tiles(HiddenInformation unseen, Table table, Random rng) noexcept nogil
@cython.locals(left=cython.int, colour=cython.int)
cdef int _draw(HiddenInformation unseen, Random rng) noexcept nogil
@cython.locals(seat=cython.int, i=cython.int, k=cython.int, points=cython.int, treasures=cython.int, _=cython.int)
cdef void _guess_points(HiddenInformation unseen, Table table, Random rng) noexcept nogil
