from kingdoms.env cimport inline
from kingdoms.env.stepping cimport Stepper

cpdef object step(Stepper stepper, int begin, int end)
cpdef object advance(Stepper stepper, int begin, int end)
cpdef object show(Stepper stepper, int begin, int end)
cpdef int find_illegal(Stepper stepper, int begin, int end)
cpdef object sample(Stepper stepper, int begin, int end)
