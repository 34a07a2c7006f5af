cimport cython
from kingdoms.core cimport inline
from kingdoms.core.moves cimport Moves
from kingdoms.games.rivers.engine cimport codes, pieces, regions, tables, turns
from kingdoms.games.rivers.engine.table cimport Table

@cython.locals(first=cython.int)
cpdef int is_war(Table table, int colour) noexcept nogil
@cython.locals(colour=cython.int)
cdef void list_wars(Table table, Moves moves) noexcept nogil
@cython.locals(wars=cython.int, last=cython.int, colour=cython.int, cell=cython.int)
cdef void consider_wars(Table table) noexcept nogil
@cython.locals(first=cython.int, second=cython.int, attacker=cython.int)
cdef void begin_war(Table table, int colour) noexcept nogil
cdef void begin(Table table, int revolt, int colour, int attacker, int defender) noexcept nogil
cpdef int committing(Table table) noexcept nogil
cpdef int commits(Table table) noexcept nogil
@cython.locals(least=cython.int, most=cython.int, tiles=cython.int)
cdef void list_commits(Table table, Moves moves) noexcept nogil
@cython.locals(lead=cython.int)
cpdef int least_commitment(Table table) noexcept nogil
@cython.locals(attacks=cython.int, winner=cython.int, loser=cython.int)
cdef void commit(Table table, int tiles) noexcept nogil
@cython.locals(cell=cython.int)
cpdef int strength(Table table, int seat) noexcept nogil
@cython.locals(first=cython.int, count=cython.int, word=cython.int, rest=cython.ulonglong)
cpdef int supporters(Table table, int cell, int colour) noexcept nogil
@cython.locals(first=cython.int, removed=cython.int, word=cython.int, rest=cython.ulonglong, cell=cython.int)
cdef int remove_supporters(Table table, int loser) noexcept nogil
@cython.locals(i=cython.int, piece=cython.int)
cpdef int is_at_stake(Table table, int cell) noexcept nogil
