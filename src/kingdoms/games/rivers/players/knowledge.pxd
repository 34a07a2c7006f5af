cimport cython
from kingdoms.core.knowledge cimport Knowledge
from kingdoms.core.moves cimport Moves
from kingdoms.core.rng cimport Random
from kingdoms.core.state cimport State as CoreState
from kingdoms.games.rivers.engine cimport codes, course, pieces
from kingdoms.games.rivers.engine.state cimport State
from kingdoms.games.rivers.players cimport choices, dealing, keys
from kingdoms.games.rivers.players.choices cimport Ground
from kingdoms.games.rivers.players.dealing cimport HiddenInformation
from kingdoms.games.rivers.players.keys cimport Ledger
from kingdoms.games.rivers.players.net cimport describing, prospects, shape
from kingdoms.games.rivers.players.net.describing cimport Outlook
from kingdoms.games.rivers.players.net.prospects cimport Prospects
from kingdoms.games.rivers.players.values cimport deciding
from kingdoms.games.rivers.players.values.judge cimport Judge

cdef double HEAT

cdef class RiversKnowledge(Knowledge):
    cdef readonly State table, root
    cdef readonly Judge judge
    cdef Prospects prospects
    cdef Outlook outlook
    cdef short[::1] rows
    cdef Moves moves
    cdef readonly object memory
    cdef readonly HiddenInformation unseen
    cdef Ledger ledger
    cdef Ground ground
    cdef int known
    cpdef object begin(self, CoreState state, int observer=*)
    cdef void restore(self) noexcept nogil
    cdef void deal(self, Random rng) noexcept nogil
    cdef unsigned long long key(self) noexcept nogil
    cdef void list_choices(self, Moves moves) noexcept nogil
    cdef int allows(self, int action) noexcept nogil
    @cython.locals(seat=cython.int, best=cython.int, i=cython.int, top=cython.double, weight=cython.double, total=cython.double)
    cdef void weigh(self, Moves moves) noexcept nogil
    cdef int judge_choices(self, Moves moves) noexcept nogil
    cdef int choose(self, Random rng) noexcept nogil
    cdef int is_comparable(self) noexcept nogil
    cdef void evaluate(self) noexcept nogil
    cdef int is_decided(self) noexcept nogil
    cdef void describe(self) noexcept nogil
