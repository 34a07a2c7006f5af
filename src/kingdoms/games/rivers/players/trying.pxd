cimport cython
from kingdoms.core cimport inline
from kingdoms.games.rivers.engine cimport codes, course, tables
from kingdoms.games.rivers.engine.table cimport Table
from kingdoms.games.rivers.players cimport worth
from kingdoms.games.rivers.players cimport sight as eyes
from kingdoms.games.rivers.players.judge cimport Judge
from kingdoms.games.rivers.players.sight cimport Sight

cdef double RUIN

@cython.locals(value=cython.double, i=cython.int, other=cython.int, piece=cython.int, mask=cython.int, number=cython.int, what=cython.int)
cdef double guess_ruin(Judge judge, Sight sight, Table table, int cell) noexcept nogil
@cython.locals(value=cython.double, colour=cython.int, seat=cython.int)
cdef double _rival_income(Sight sight, int number) noexcept nogil
@cython.locals(number=cython.int, row=cython.int, column=cython.int, up=cython.int, down=cython.int, left=cython.int, right=cython.int, links=cython.int)
cpdef int parts(Table table, int cell) noexcept nogil
cdef int _is_at(Table table, int number, int row, int column) noexcept nogil
cdef double after(Judge judge, Sight sight, Table table, int action) noexcept nogil
cdef double _value_then(Judge judge, Sight sight, Table table) noexcept nogil
