cimport cython
from kingdoms.core cimport inline
from kingdoms.games.rivers.engine cimport codes, course, tables
from kingdoms.games.rivers.engine.table cimport Table
from kingdoms.games.rivers.players.observation cimport sights

@cython.locals(seats=cython.int, rest=cython.Py_ssize_t, rank=cython.int, pair=cython.int)
cdef void observe(
    Table table, int[::1] numbers, int player, int scores_open, unsigned char[::1] row, Py_ssize_t at
) noexcept nogil
@cython.locals(cell=cython.int, content=cython.int, left=cython.int, colour=cython.int, pair=cython.int, i=cython.int, corner=cython.int)
cdef void observe_board(Table table, unsigned char[::1] row, Py_ssize_t at) noexcept nogil
@cython.locals(
    seats=cython.int, seat=cython.int, colour=cython.int, cell=cython.int, i=cython.Py_ssize_t, count=cython.int
)
cdef void observe_seat(
    Table table, int[::1] numbers, int player, int rank, int is_known, unsigned char[::1] row, Py_ssize_t at, Py_ssize_t rest
) noexcept nogil
@cython.locals(seats=cython.int)
cdef int seat_after(int[::1] numbers, int player, int rank) noexcept nogil
cdef int cap(int number) noexcept nogil
