/* The Catalan race by hand, as one would write it: a switch over the squares. Arguments: seed, games. */
#include "streams.h"

enum { UNFINISHED = 3, FORTUNE = 1, FISH_TAIL = 2, LAST = 44 };

static int purse[2], lent[2], missing[2], at[2], bank;

static inline void pays(int who, int amount) {
    int paid = amount < purse[who] ? amount : purse[who];
    purse[who] -= paid;
    bank += paid;
}

static inline void gets(int who, int amount) {
    if (missing[who]) return;
    int got = amount < bank ? amount : bank;
    bank -= got;
    purse[who] += got;
}

static inline void takes_back(int who, int amount) {
    if (missing[who]) return;
    int due = amount < lent[who] ? amount : lent[who];
    int got = due < bank ? due : bank;
    bank -= got;
    purse[who] += got;
    lent[who] -= got;
}

static void play(uint64_t key) {
    Stream stream = stream_of(key);
    uint64_t turns = 0;
    unsigned winners = 0;
    int outcome = 0, dry = 0;
    for (int p = 0; p < 2; p++) purse[p] = 20, lent[p] = 10, missing[p] = at[p] = 0;
    bank = 20;
    for (int me = 0; !outcome; me = 1 - me) {
        if (turns >= MOST_TURNS) {
            outcome = UNFINISHED;
            break;
        }
        turns++;
        if (missing[me]) {
            missing[me]--;
            continue;
        }
        at[me] += 1 + (int)below(&stream, 3);
        if (at[me] > LAST) at[me] = 1;
        switch (at[me]) {
        case 3: pays(me, 2); break;
        case 5: pays(me, 1); break;
        case 7: pays(me, 2); break;
        case 10: gets(me, 5); break;
        case 12: {
            int before = bank;
            pays(me, 10);
            lent[me] += bank - before;
            break;
        }
        case 16: gets(me, 2); break;
        case 18: pays(me, 2); break;
        case 19: pays(me, 5); at[me] = 1; break;
        case 23: pays(me, 4); break;
        case 26: pays(me, 2); break;
        case 28: pays(me, 1); break;
        case 30: pays(me, 2); break;
        case 32: missing[me] += 2; break;
        case 33: at[me] = 15; break;
        case 39: takes_back(me, lent[me]); break;
        case 40: takes_back(1 - me, 10); break;
        case 43:
            purse[me] += bank;
            bank = 0;
            outcome = FORTUNE;
            winners = 1u << me;
            continue;
        case 44: {
            int half = bank / 2;
            purse[0] += half;
            purse[1] += half;
            bank -= 2 * half;
            outcome = FISH_TAIL;
            winners = 3;
            continue;
        }
        }
        if (purse[me] <= 0) dry = 1;
    }
    add_game(outcome, winners, 2, turns);
    add_quantity(0, purse[0]);
    add_quantity(1, purse[1]);
    add_quantity(2, dry);
}

int main(int count, char **arguments) {
    uint64_t seed = strtoull(arguments[1], 0, 10), games = strtoull(arguments[2], 0, 10);
    double begun = processor_time();
    for (uint64_t number = 0; number < games; number++) play(game_key(seed, number));
    print_totals(4, 2, 3, processor_time() - begun);
    return count != 3;
}
