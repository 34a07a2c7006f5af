cdef int[31] BIT
cdef int[4] CONTINENT, HOME
cdef int[21] SUIT_OF, VALUE_OF
cdef int[2048] TOUCHED, STEPS_LAID
cdef int[12288] JOINED
cdef int[6] ROADS_AT
cdef int[64] NEAR, STEPS_FROM, STEPS_TO
cdef int[36] EDGE_OF
cdef int[17] STEP_FROM, STEP_TO
