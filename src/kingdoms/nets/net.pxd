cimport cython
from kingdoms.core.knowledge cimport Knowledge
from kingdoms.nets cimport bounds

cdef class Net:
    cdef readonly int inputs, hidden, bits
    cdef short[::1] first, second
    cdef int[::1] bias, powers
    cpdef list evaluation(self, Knowledge knowledge)
    @cython.locals(i=cython.int, seat=cython.int, logit=cython.int, most=cython.int, total=cython.double)
    cdef void judge(self, Knowledge knowledge) noexcept nogil
    @cython.locals(total=cython.longlong, passed=cython.longlong, units=cython.int, unit=cython.int, at=cython.int)
    cdef int logit(self, Knowledge knowledge, int begin) noexcept nogil
    @cython.locals(step=cython.int, part=cython.int, low=cython.longlong, high=cython.longlong, total=cython.longlong)
    cdef int power(self, int below) noexcept nogil

@cython.locals(total=cython.int, i=cython.Py_ssize_t)
cdef int dot(short[::1] weights, Py_ssize_t at, short[::1] inputs, Py_ssize_t begin, Py_ssize_t count) noexcept nogil
