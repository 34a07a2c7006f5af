cimport cython
from kingdoms.core cimport inline
from kingdoms.games.middlesea.engine cimport codes, course, tables
from kingdoms.games.middlesea.engine.table cimport Table
from kingdoms.games.middlesea.players cimport sights

@cython.locals(
    seats=cython.int, viewer=cython.int, site=cython.int, index=cython.Py_ssize_t, city=cython.int, suit=cython.int,
    stack=cython.int, i=cython.int, rest=cython.Py_ssize_t, rank=cython.int
)
cdef void observe(Table table, int[::1] numbers, int player, unsigned char[::1] row, Py_ssize_t at) noexcept nogil
@cython.locals(
    seats=cython.int, viewer=cython.int, seat=cython.int, index=cython.Py_ssize_t, leader=cython.int, site=cython.int,
    continent=cython.int, roads=cython.int, i=cython.Py_ssize_t, place=cython.int, kind=cython.int, defender=cython.int
)
cdef void observe_seat(
    Table table, int[::1] numbers, int player, int rank, unsigned char[::1] row, Py_ssize_t at, Py_ssize_t rest
) noexcept nogil
cdef void mark(unsigned char[::1] row, Py_ssize_t at, int sites, int viewer) noexcept nogil
@cython.locals(seats=cython.int)
cdef int seat_after(int[::1] numbers, int player, int rank) noexcept nogil
cdef int rotate_site(int site, int viewer) noexcept nogil
cdef int cap(int number) noexcept nogil
