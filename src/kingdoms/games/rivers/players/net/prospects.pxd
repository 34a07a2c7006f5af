cimport cython
from kingdoms.core cimport inline
from kingdoms.games.rivers.engine cimport codes, pieces, regions, tables
from kingdoms.games.rivers.engine.table cimport Table

cdef int STANDING, INCOME, SUPPORT, RUIN, TEMPLE, NEXT
cdef double[10] EARLY, LATE
cdef double BUILDING
cdef double[5] SAFE, KEEN
cdef double[17] WORTH

@cython.final
cdef class Prospects:
    cdef readonly int[16] score
    cdef readonly double[4] value
    cdef int[68] support

@cython.locals(place=cython.int, colour=cython.int, lowest=cython.int, i=cython.int, k=cython.int, points=cython.int)
cpdef void final_score(Prospects prospects, Table table, int seat) noexcept nogil
@cython.locals(i=cython.int)
cdef int compare(Prospects prospects, int seat, int rival) noexcept nogil
@cython.locals(seat=cython.int, index=cython.int, best=cython.int, count=cython.int, order=cython.int)
cdef void divide_win(Prospects prospects, Table table, double[::1] shares) noexcept nogil
@cython.locals(seat=cython.int, i=cython.int, top=cython.double, total=cython.double)
cdef void estimate(Prospects prospects, Table table, double[::1] shares) noexcept nogil
cdef int is_decided(Table table) noexcept nogil
@cython.locals(i=cython.int, cell=cython.int, content=cython.int)
cdef void _count_support(Prospects prospects, Table table) noexcept nogil
@cython.locals(most=cython.double, left=cython.double)
cdef double weight_of(Table table, int trait) noexcept nogil
@cython.locals(place=cython.int, lowest=cython.int, value=cython.double, i=cython.int, colour=cython.int, cell=cython.int)
cdef double value_of(Prospects prospects, Table table, int seat) noexcept nogil
@cython.locals(colour=cython.int, cell=cython.int, number=cython.int, worth=cython.double, value=cython.double)
cdef double _value_of_leader(Prospects prospects, Table table, int piece, int lowest) noexcept nogil
cdef int _moves_next(Table table) noexcept nogil
@cython.locals(pair=cython.int, corner=cython.int, count=cython.int)
cdef int _monuments(Table table, int number, int colour) noexcept nogil
