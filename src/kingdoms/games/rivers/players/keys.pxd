cimport cython
from kingdoms.core cimport inline
from kingdoms.games.rivers.engine cimport pieces
from kingdoms.games.rivers.engine.table cimport Table

@cython.final
cdef class Ledger:
    cdef readonly int[4] treasures, tiles
    cdef readonly int[16] points

@cython.locals(i=cython.int)
cdef void mark(Ledger ledger, Table table) noexcept nogil
@cython.locals(value=cython.ulonglong)
cdef unsigned long long key(Ledger ledger, Table table, int with_secrets) noexcept nogil
@cython.locals(value=cython.ulonglong, word=cython.ulonglong, cell=cython.int, i=cython.int, monument=cython.ulonglong, building=cython.ulonglong)
cdef unsigned long long _key_of_board(Table table) noexcept nogil
@cython.locals(word=cython.ulonglong, i=cython.int)
cdef unsigned long long _stage_of(Table table) noexcept nogil
@cython.locals(word=cython.ulonglong)
cdef unsigned long long _conflict_of(Table table) noexcept nogil
@cython.locals(value=cython.ulonglong, word=cython.ulonglong, seat=cython.int, i=cython.int, colour=cython.int, count=cython.int)
cdef unsigned long long _extend_key(Ledger ledger, Table table, unsigned long long start) noexcept nogil
@cython.locals(value=cython.ulonglong, word=cython.ulonglong, seat=cython.int, i=cython.int)
cdef unsigned long long _with_secrets(Table table, unsigned long long start) noexcept nogil
