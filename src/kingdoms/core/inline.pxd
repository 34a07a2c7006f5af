from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.ref cimport Py_INCREF, Py_XINCREF, PyObject
from cpython.sequence cimport PySequence_Fast_ITEMS
from kingdoms.core.moves cimport Moves

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline int kingdoms_lowest(unsigned int mask) { unsigned long i; _BitScanForward(&i, mask); return (int) i; }
    static __inline int kingdoms_count(unsigned int mask) { return (int) __popcnt(mask); }
    static __inline int kingdoms_lowest_of(unsigned long long word) {
        unsigned long i;
        if (_BitScanForward(&i, (unsigned long) word)) return (int) i;
        _BitScanForward(&i, (unsigned long) (word >> 32));
        return (int) i + 32;
    }
    #else
    static inline int kingdoms_lowest_of(unsigned long long word) { return __builtin_ctzll(word); }
    static inline int kingdoms_lowest(unsigned int mask) { return __builtin_ctz(mask); }
    static inline int kingdoms_count(unsigned int mask) { return __builtin_popcount(mask); }
    #endif
    """
    int lowest_bit "kingdoms_lowest"(unsigned int mask) noexcept nogil
    int count "kingdoms_count"(unsigned int mask) noexcept nogil
    int lowest_of "kingdoms_lowest_of"(unsigned long long word) noexcept nogil

cdef extern from "math.h":
    double exponential "exp"(double power) noexcept nogil
    double logarithm "log"(double number) noexcept nogil
    double root "sqrt"(double square) noexcept nogil

cdef inline unsigned long long mix(unsigned long long value, long long number) noexcept nogil:
    value = (value ^ <unsigned long long> number) * 0x9E3779B97F4A7C15ULL
    return value ^ (value >> 29)

cdef inline Moves take_list(list spare):
    # atomic: the GIL is held, and no Python code runs between reading and clearing the slot
    moves = spare[0]
    spare[0] = None
    return Moves() if moves is None else <Moves> moves

cdef inline void give_back(list spare, Moves moves):
    spare[0] = moves

cdef inline void append_action(Moves moves, int action) noexcept nogil:
    if moves.count == moves.room:
        moves.grow()
    moves.items[moves.count] = action
    moves.count += 1

cdef inline int contains(unsigned long long* words, int number) noexcept nogil:
    return words[number >> 6] >> (number & 63) & 1

cdef inline void add(unsigned long long* words, int number) noexcept nogil:
    words[number >> 6] |= 1ULL << (number & 63)

cdef inline void drop(unsigned long long* words, int number) noexcept nogil:
    words[number >> 6] &= ~(1ULL << (number & 63))

cdef inline void put_bits(Moves moves, int first, unsigned long long word) noexcept nogil:
    cdef int count = moves.count
    cdef int* items
    if moves.room < count + 64:
        moves.grow()
    items = &moves.items[0]
    while word:
        items[count] = first + lowest_of(word)
        count += 1
        word &= word - 1
    moves.count = count

cdef inline void repeat_actions(Moves moves, int start, int end, int more) noexcept nogil:
    cdef int i, size = end - start
    cdef int* source
    cdef int* target
    while moves.room < moves.count + size:
        moves.grow()
    source = &moves.items[start]
    target = &moves.items[moves.count]
    for i in range(size):
        target[i] = source[i] + more
    moves.count += size

cdef inline list to_list(Moves moves, list ints):
    cdef int i = 0, length = <int> len(ints), size = moves.count
    cdef int* items = &moves.items[0]
    cdef list actions = PyList_New(size)
    cdef PyObject** shared = PySequence_Fast_ITEMS(ints)
    cdef PyObject** target = PySequence_Fast_ITEMS(actions)
    cdef PyObject* shared_int
    cdef object number
    # two loops, since one that can also create ints takes twice as many instructions
    while i < size and items[i] < length:
        shared_int = shared[items[i]]
        Py_XINCREF(shared_int)
        target[i] = shared_int
        i += 1
    for i in range(i, size):
        number = items[i]
        Py_INCREF(number)  # PyList_SET_ITEM takes over a reference
        PyList_SET_ITEM(actions, i, number)
    return actions
