cimport cython
from kingdoms.core cimport inline
from kingdoms.games.rivers.engine cimport codes, course, regions, tables
from kingdoms.games.rivers.engine.table cimport Table
from kingdoms.games.rivers.players.values cimport sight as eyes
from kingdoms.games.rivers.players.values cimport worth
from kingdoms.games.rivers.players.values.judge cimport Judge
from kingdoms.games.rivers.players.values.sight cimport Sight

cdef double RUIN

@cython.locals(value=cython.double, i=cython.int, neighbour=cython.int, piece=cython.int, mask=cython.int, number=cython.int, content=cython.int)
cdef double guess_ruin(Judge judge, Sight sight, Table table, int cell) noexcept nogil
@cython.locals(value=cython.double, colour=cython.int, seat=cython.int)
cdef double _rival_income(Sight sight, int number) noexcept nogil
cdef double value_after(Judge judge, Sight sight, Table table, int action) noexcept nogil
cdef double _board_value(Judge judge, Sight sight, Table table) noexcept nogil
