cimport cython
from kingdoms.core cimport inline
from kingdoms.games.rivers.engine.table cimport Table
from kingdoms.games.rivers.players.values cimport limits, worth
from kingdoms.games.rivers.players.values cimport sight as eyes
from kingdoms.games.rivers.players.values.judge cimport Judge
from kingdoms.games.rivers.players.values.sight cimport Sight

cdef double MOVING, WITHDRAWING

@cython.locals(number=cython.int, temples=cython.int, rival=cython.int, behind=cython.double, key=cython.int)
cdef double lead(Judge judge, Sight sight, Table table, int colour, int cell) noexcept nogil
@cython.locals(key=cython.int, before=cython.double, value=cython.double)
cdef void _see_place(Judge judge, Sight sight, int colour, int number) noexcept nogil
@cython.locals(temples=cython.int, touched=cython.int, rival=cython.int, i=cython.int, near=cython.int, numbers=cython.int, number=cython.int, value=cython.double, before=cython.double, against=cython.int)
cdef double _lead_between(Judge judge, Sight sight, Table table, int colour, int cell) noexcept nogil
@cython.locals(value=cython.double, mask=cython.int)
cdef double tensions_of(Sight sight, int region, int near, int colour) noexcept nogil
cdef double withdraw(Judge judge, Sight sight, int colour) noexcept nogil
