cimport cython
from kingdoms.core cimport inline
from kingdoms.games.rivers.engine cimport codes, regions, tables
from kingdoms.games.rivers.engine.table cimport Table

cdef double WEAKEST, FURTHER, FADING, STANDING, PRESENT, READY, BACK, INCOME, TILE, TEMPLE, CATASTROPHE
cdef double EARLY, LATE
cdef double[5] SAFE
cdef double[17] AHEAD, WORTH

@cython.final
cdef class Prospects:
    cdef readonly int[16] score
    cdef readonly double[4] value

@cython.locals(place=cython.int, colour=cython.int, lowest=cython.int, i=cython.int, k=cython.int, one=cython.int)
cpdef void final_score(Prospects prospects, Table table, int seat) noexcept nogil
@cython.locals(i=cython.int)
cdef int compare(Prospects prospects, int one, int other) noexcept nogil
@cython.locals(seat=cython.int, other=cython.int, best=cython.int, count=cython.int, order=cython.int)
cdef void divide_win(Prospects prospects, Table table, double[::1] shares) noexcept nogil
@cython.locals(seat=cython.int, i=cython.int, top=cython.double, total=cython.double, heat=cython.double)
cdef void estimate(Prospects prospects, Table table, double[::1] shares) noexcept nogil
cdef int is_decided(Table table) noexcept nogil
cdef double heat_of(Table table) noexcept nogil
@cython.locals(place=cython.int, value=cython.double, worth=cython.double, colour=cython.int, cell=cython.int, held=cython.int, number=cython.int, ahead=cython.int, pair=cython.int, corner=cython.int)
cdef double value_of(Prospects prospects, Table table, int seat) noexcept nogil
@cython.locals(pair=cython.int, corner=cython.int, count=cython.int)
cdef int _monuments(Table table, int number, int colour) noexcept nogil
