cimport cython
from kingdoms.core cimport inline
from kingdoms.games.rivers.engine cimport codes, tables
from kingdoms.games.rivers.engine.table cimport Table

cdef unsigned long long NOT_LAST, NOT_FIRST, UPPER_ROWS, LAST_ROW

@cython.locals(top=cython.ulonglong, middle=cython.ulonglong, bottom=cython.ulonglong)
cdef void spread(unsigned long long* source, int first, unsigned long long* target) noexcept nogil
cdef unsigned long long _sides(unsigned long long word) noexcept nogil
@cython.locals(number=cython.int)
cpdef void survey(Table table) noexcept nogil
@cython.locals(word=cython.int, i=cython.int, number=cython.int, cell=cython.int, piece=cython.int)
cdef void _find_all(Table table) noexcept nogil
@cython.locals(pieces=cython.int, piece=cython.int)
cdef void _recompute(Table table, int number) noexcept nogil
@cython.locals(waiting="unsigned long long[3]", word=cython.int, cell=cython.int, i=cython.int, neighbour=cython.int)
cdef void _flood(Table table, int start, int number) noexcept nogil
@cython.locals(first=cython.int, word=cython.int, rest=cython.ulonglong, colour=cython.int)
cdef void _dissolve(Table table, int number) noexcept nogil
@cython.locals(home=cython.int, i=cython.int, number=cython.int)
cdef void join(Table table, int cell) noexcept nogil
@cython.locals(number=cython.int, apart=cython.int)
cdef void part(Table table, int cell) noexcept nogil
@cython.locals(number=cython.int, row=cython.int, column=cython.int, up=cython.int, down=cython.int, left=cython.int, right=cython.int, links=cython.int)
cpdef int parts(Table table, int cell) noexcept nogil
cdef int _is_in_kingdom(Table table, int number, int row, int column) noexcept nogil
@cython.locals(i=cython.int, neighbour=cython.int)
cdef void _annex(Table table, int cell, int number) noexcept nogil
@cython.locals(i=cython.int, neighbour=cython.int)
cdef void _release(Table table, int cell, int number) noexcept nogil
@cython.locals(near="unsigned long long[3]", near_home="unsigned long long[3]", word=cython.int, rest=cython.ulonglong, cell=cython.int, colour=cython.int)
cdef void _rename(Table table, int number, int home) noexcept nogil
@cython.locals(rest=cython.int)
cdef void _crown(Table table, int number, int colour) noexcept nogil
@cython.locals(touch=cython.int)
cdef void _rank(Table table, int cell) noexcept nogil
@cython.locals(i=cython.int)
cdef int _touches_besides(Table table, int cell, int number, int besides) noexcept nogil
@cython.locals(highest=cython.int, i=cython.int)
cpdef int highest_neighbour(Table table, int cell) noexcept nogil
@cython.locals(best=cython.int, i=cython.int, number=cython.int, seat=cython.int)
cpdef int other_owner(Table table, int cell, int colour, int before) noexcept nogil
@cython.locals(kingdoms=cython.int, i=cython.int)
cpdef int neighbours(Table table, int cell) noexcept nogil
@cython.locals(rest=cython.int, seats=cython.int)
cpdef int owners(Table table, int number, int besides) noexcept nogil
