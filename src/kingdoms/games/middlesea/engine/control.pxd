cimport cython
from kingdoms.core cimport inline
from kingdoms.core.moves cimport Moves
from kingdoms.games.middlesea.engine cimport codes, geometry, pieces, rebellion, turns
from kingdoms.games.middlesea.engine.table cimport Table

@cython.locals(value=cython.int)
cpdef int control_value(Table table, int seat) noexcept nogil
@cython.locals(cities=cython.int, owed=cython.int)
cpdef int excess(Table table, int seat) noexcept nogil
@cython.locals(seat=cython.int)
cdef void begin(Table table) noexcept nogil
@cython.locals(seat=cython.int, most=cython.int, amount=cython.int)
cdef void list_payments(Table table, Moves moves) noexcept nogil
@cython.locals(seat=cython.int)
cdef void pay(Table table, int amount) noexcept nogil
@cython.locals(seat=cython.int)
cdef void choose(Table table) noexcept nogil
@cython.locals(todo=cython.int)
cdef void list_rebels(Table table, Moves moves) noexcept nogil
cdef void rebel(Table table, int site) noexcept nogil
