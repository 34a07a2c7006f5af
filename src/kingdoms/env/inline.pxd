from kingdoms.core.moves cimport Moves
from kingdoms.core.state cimport State
from kingdoms.env cimport work
from kingdoms.env.shares cimport Shares
from kingdoms.env.stepping cimport Stepper

# A batch keeps its states and histories alive: their addresses are borrowed, since counting references takes the GIL.

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    #define kingdoms_load(word) _InterlockedOr64(word, 0)
    #define kingdoms_store(word, value) ((void) _InterlockedExchange64(word, value))
    #define kingdoms_add(word, value) ((void) _InterlockedExchangeAdd64(word, value))
    #define kingdoms_swap(word, old, value) (_InterlockedCompareExchange64(word, value, old) == (old))
    #if defined(_M_ARM64)
    #define kingdoms_pause() __yield()
    #else
    #define kingdoms_pause() _mm_pause()
    #endif
    #else
    #define kingdoms_load(word) __atomic_load_n(word, __ATOMIC_SEQ_CST)
    #define kingdoms_store(word, value) __atomic_store_n(word, value, __ATOMIC_SEQ_CST)
    #define kingdoms_add(word, value) ((void) __atomic_fetch_add(word, value, __ATOMIC_SEQ_CST))
    static inline int kingdoms_swap(long long *word, long long old, long long value) {
        return __atomic_compare_exchange_n(word, &old, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    }
    #if defined(__x86_64__) || defined(__i386__)
    #define kingdoms_pause() __builtin_ia32_pause()
    #elif defined(__aarch64__)
    #define kingdoms_pause() __asm__ volatile("yield")
    #else
    #define kingdoms_pause() ((void) 0)
    #endif
    #endif
    """
    long long load "kingdoms_load"(long long* word) noexcept nogil
    void store "kingdoms_store"(long long* word, long long value) noexcept nogil
    void add "kingdoms_add"(long long* word, long long value) noexcept nogil
    bint swap "kingdoms_swap"(long long* word, long long old, long long value) noexcept nogil
    void pause "kingdoms_pause"() noexcept nogil

cdef inline int take_part(Shares shares, int k) noexcept nogil:
    cdef int offset, begin, end
    cdef long long bounds
    cdef long long* parts
    for offset in range(shares.threads):
        parts = &shares.ranges[(k + offset) % shares.threads * work.APART]
        while True:
            bounds = load(parts)
            begin = <int> (bounds & 0xFFFFFFFFLL)
            end = <int> (bounds >> 32)
            if begin >= end:
                break
            if offset == 0 and swap(parts, bounds, bounds + 1):
                return begin
            if offset and swap(parts, bounds, bounds - (1LL << 32)):
                return end - 1
    return -1

cdef inline int do_parts(Stepper stepper, Shares shares, int k) noexcept nogil:
    cdef int i, task, count = 0, part = take_part(shares, k)
    while part >= 0:
        task = shares.work  # the step lasts until this part is done
        for i in range(<int> (<long long> part * shares.n // shares.count), <int> ((part + 1LL) * shares.n // shares.count)):
            if task & work.ADVANCE and stepper.advance(
                <State> <void*> stepper.addresses[i], <Moves> <void*> stepper.records[i], i
            ):
                stepper.restart(i)
            if task & work.SHOW:
                stepper.show(<State> <void*> stepper.addresses[i], i)
        count += 1
        part = take_part(shares, k)
    if count:
        add(&shares.finished[0], count)
    return count

cdef inline void do_parts_unlocked(Stepper stepper, Shares shares, int k):
    with nogil:
        do_parts(stepper, shares, k)

cdef inline void serve_unlocked(Stepper stepper, Shares shares, int k):
    cdef int idle = 0
    cdef long long* asleep = &shares.asleep[k * work.APART]
    with nogil:
        while True:
            if do_parts(stepper, shares, k):
                idle = 0
            elif idle < shares.spins:
                idle += 1
                pause()
            else:
                store(asleep, 1)
                # parts may have been offered before the calling thread could see that this one is about to sleep
                if not do_parts(stepper, shares, k) or not swap(asleep, 1, 0):
                    break
                idle = 0

cdef inline void offer(Shares shares, int task):
    cdef int k
    shares.work = task
    store(&shares.finished[0], 0)
    for k in range(shares.threads):
        store(
            &shares.ranges[k * work.APART],
            <long long> ((k + 1LL) * shares.count // shares.threads) << 32 | <long long> k * shares.count // shares.threads,
        )

cdef inline bint must_wake(Shares shares, int k):
    return swap(&shares.asleep[k * work.APART], 1, 0)

cdef inline bint are_finished_unlocked(Shares shares):
    cdef int idle = 0
    with nogil:
        while load(&shares.finished[0]) < shares.count and idle < shares.spins:
            idle += 1
            pause()
    return load(&shares.finished[0]) >= shares.count

cdef inline int find_illegal_unlocked(Stepper stepper, int begin, int end):
    cdef int i, illegal = -1
    with nogil:
        for i in range(begin, end):
            if not stepper.is_offered(i):
                illegal = i
                break
    return illegal

cdef inline void sample_unlocked(Stepper stepper, int begin, int end):
    cdef int i
    with nogil:
        for i in range(begin, end):
            stepper.actions[i] = stepper.sample(i)
