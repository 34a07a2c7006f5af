from kingdoms.games.rivers.engine cimport codes
from kingdoms.games.rivers.engine.table cimport Table

cdef void ask(Table table) noexcept nogil
cdef void proceed(Table table, int stage) noexcept nogil
cdef void end_action(Table table) noexcept nogil
cdef void begin_turn(Table table, int seat) noexcept nogil
cdef void refill(Table table) noexcept nogil
cdef void end_game(Table table, int reason) noexcept nogil
