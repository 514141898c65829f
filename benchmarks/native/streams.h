/* The random streams of docs/randomness.md, and totals that every hand-written program adds its games up in. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct { uint64_t a, b, c, d; } Stream;

static inline uint64_t mix64(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static inline uint64_t game_key(uint64_t seed, uint64_t number) {
    return mix64(mix64(seed + 0x9E3779B97F4A7C15u) + number * 0xD1B54A32D192ED03u);
}

static inline Stream stream_of(uint64_t key) {
    const uint64_t step = 0x9E3779B97F4A7C15u;
    return (Stream){mix64(key + step), mix64(key + 2 * step), mix64(key + 3 * step), mix64(key + 4 * step)};
}

static inline uint64_t rotate(uint64_t x, int by) { return x << by | x >> (64 - by); }

static inline uint64_t next(Stream *s) {
    uint64_t result = rotate(s->b * 5, 7) * 9, t = s->b << 17;
    s->c ^= s->a;
    s->d ^= s->b;
    s->b ^= s->c;
    s->a ^= s->d;
    s->c ^= t;
    s->d = rotate(s->d, 45);
    return result;
}

static inline uint64_t below(Stream *s, uint64_t bound) {
    unsigned __int128 m = (unsigned __int128)next(s) * bound;
    if ((uint64_t)m < bound) {
        uint64_t least = -bound % bound;
        while ((uint64_t)m < least) m = (unsigned __int128)next(s) * bound;
    }
    return m >> 64;
}

#define MOST_TURNS 20000

static uint64_t games_played, outcomes[8], won[16], histogram[MOST_TURNS + 1];
static int64_t sums[64];
static __int128 squares[64];

static inline void add_quantity(int number, int64_t value) {
    sums[number] += value;
    squares[number] += value * value;
}

static inline void add_game(int outcome, unsigned winners, int seats, uint64_t turns) {
    games_played++;
    outcomes[outcome]++;
    histogram[turns]++;
    for (int seat = 0; seat < seats; seat++) won[seat] += winners >> seat & 1;
}

static void print_list(const char *name, const uint64_t *values, int count) {
    printf("\"%s\": [", name);
    for (int k = 0; k < count; k++) printf("%s%llu", k ? ", " : "", (unsigned long long)values[k]);
    printf("], ");
}

/* One line of JSON: what was added up, and the seconds of processor time it took. */
static void print_totals(int outcome_count, int seats, int quantities, double seconds) {
    unsigned __int128 turns = 0;
    for (uint64_t t = 0; t <= MOST_TURNS; t++) turns += t * histogram[t];
    printf("{\"games\": %llu, ", (unsigned long long)games_played);
    print_list("outcomes", outcomes, outcome_count);
    print_list("winners", won, seats);
    printf("\"turns\": %llu, \"sums\": [", (unsigned long long)turns);
    for (int k = 0; k < quantities; k++) printf("%s%lld", k ? ", " : "", (long long)sums[k]);
    printf("], \"squares\": [");
    for (int k = 0; k < quantities; k++) printf("%s%lld", k ? ", " : "", (long long)squares[k]);
    printf("], \"seconds\": %.6f}\n", seconds);
}

static double processor_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}
