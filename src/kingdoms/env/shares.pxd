cdef class Shares:
    cdef readonly int n, threads, count, spins
    cdef public int work
    cdef long long[::1] ranges, asleep, finished
