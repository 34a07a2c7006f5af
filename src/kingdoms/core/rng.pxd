cimport cython

cdef unsigned long long WORD

@cython.final
cdef class Random:
    cdef unsigned long long word
    @cython.locals(word=cython.ulonglong)
    cpdef long long below(self, long long bound) noexcept nogil
