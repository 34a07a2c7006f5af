from kingdoms.core.moves cimport Moves

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline int kingdoms_lowest(unsigned int mask) { unsigned long i; _BitScanForward(&i, mask); return (int) i; }
    static __inline int kingdoms_count(unsigned int mask) { return (int) __popcnt(mask); }
    #else
    static inline int kingdoms_lowest(unsigned int mask) { return __builtin_ctz(mask); }
    static inline int kingdoms_count(unsigned int mask) { return __builtin_popcount(mask); }
    #endif
    """
    int lowest "kingdoms_lowest"(unsigned int mask) noexcept nogil
    int count "kingdoms_count"(unsigned int mask) noexcept nogil

cdef extern from "math.h":
    double exponential "exp"(double power) noexcept nogil
    double logarithm "log"(double number) noexcept nogil
    double root "sqrt"(double square) noexcept nogil

cdef inline unsigned long long mix(unsigned long long value, long long number) noexcept nogil:
    value = (value ^ <unsigned long long> number) * 0x9E3779B97F4A7C15ULL
    return value ^ (value >> 29)

cdef inline Moves take_list(list spare):
    # atomic: the GIL is held, and no Python code runs between reading and clearing the slot
    taken = spare[0]
    spare[0] = None
    return Moves() if taken is None else <Moves> taken

cdef inline void give_back(list spare, Moves moves):
    spare[0] = moves

cdef inline void put(Moves moves, int action) noexcept nogil:
    if moves.count == moves.room:
        moves.grow()
    moves.items[moves.count] = action
    moves.count += 1
