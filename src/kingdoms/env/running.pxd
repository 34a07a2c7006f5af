from kingdoms.env cimport inline
from kingdoms.env.shares cimport Shares
from kingdoms.env.stepping cimport Stepper

cpdef object offer(Shares shares, int task)
cpdef bint must_wake(Shares shares, int k)
cpdef object do_parts(Stepper stepper, Shares shares, int k)
cpdef object serve(Stepper stepper, Shares shares, int k)
cpdef bint are_finished(Shares shares)
cpdef int find_illegal(Stepper stepper, int begin, int end)
cpdef object sample(Stepper stepper, int begin, int end)
