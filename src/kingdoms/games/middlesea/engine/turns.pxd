from kingdoms.games.middlesea.engine cimport codes
from kingdoms.games.middlesea.engine.table cimport Table

cdef int seat_on_turn(Table table) noexcept nogil
cdef void ask(Table table) noexcept nogil
cdef void proceed(Table table, int stage) noexcept nogil
cdef void enter(Table table, int phase) noexcept nogil
cdef void next_seat(Table table) noexcept nogil
