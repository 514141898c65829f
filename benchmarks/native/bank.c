/* The Flemish bank game by hand, for two with two packs: each is bank once, who may stop does so at random.
   Arguments: seed, games. */
#include "streams.h"

enum { KINDS = 13, PLAYERS = 2, PACKS = 2, DEALS = 2, START = 100, FINISHED = 1 };

enum {
    NEIGHBOUR_PAID, NEIGHBOUR_GOT, BANK_NET, POT_LACKED, CARDS_TURNED, CARDS_UP, FINISHERS, TIED, NOBODY, BANK_ALONE,
    SHORT_STOCK, MATCHED, COLLECTED, COUNTED
};

static Stream stream, bots[PLAYERS];
static int stock[KINDS], called[KINDS], hand[PLAYERS][KINDS], turned[PLAYERS][KINDS];
static int stock_size, called_size, hand_size[PLAYERS];
static int64_t purse[PLAYERS], pot, counted[COUNTED];

static int draw(void) {
    if (!stock_size) {
        memcpy(stock, called, sizeof stock);
        memset(called, 0, sizeof called);
        stock_size = called_size;
        called_size = 0;
    }
    int kind = 0;
    if (stock[kind] != stock_size) {
        int alone = 0;
        for (int k = 1; k < KINDS; k++) alone |= stock[k] == stock_size;
        if (!alone) {
            int at = (int)below(&stream, stock_size);
            while ((at -= stock[kind]) >= 0) kind++;
        } else {
            while (!stock[kind]) kind++;
        }
    }
    stock[kind]--;
    stock_size--;
    return kind;
}

static int call(void) {
    int kind = draw();
    called[kind]++;
    called_size++;
    return kind;
}

static void gather(void) {
    for (int k = 0; k < KINDS; k++) stock[k] = 4 * PACKS;
    stock_size = 4 * PACKS * KINDS;
    called_size = 0;
    memset(called, 0, sizeof called);
    memset(hand, 0, sizeof hand);
    memset(turned, 0, sizeof turned);
    memset(hand_size, 0, sizeof hand_size);
}

static int somebody_is_ready(void) {
    for (int p = 0; p < PLAYERS; p++)
        if (!hand_size[p]) return 1;
    return 0;
}

static void turn_over(int bank) {
    while (stock_size && !somebody_is_ready()) {
        int kind = call();
        counted[CARDS_TURNED]++;
        for (int p = 0; p < PLAYERS; p++) {
            turned[p][kind] += hand[p][kind];
            hand_size[p] -= hand[p][kind];
            hand[p][kind] = 0;
        }
    }
    int ready = 0;
    for (int p = 0; p < PLAYERS; p++) {
        ready += !hand_size[p];
        counted[CARDS_UP] += hand_size[p];
    }
    counted[FINISHERS] += ready;
    if (!ready) {
        counted[NOBODY]++;
        return;
    }
    for (int p = 0; p < PLAYERS; p++) {
        purse[p] -= hand_size[p];
        pot += hand_size[p];
    }
    int64_t part = pot / ready;
    for (int p = 0; p < PLAYERS; p++)
        if (!hand_size[p]) {
            purse[p] += part;
            pot -= part;
        }
    purse[bank] += pot;
    pot = 0;
    counted[TIED] += ready > 1;
    counted[BANK_ALONE] += ready == 1 && !hand_size[bank];
}

static void one_to_ten(int bank) {
    int matched = 0;
    counted[SHORT_STOCK] += stock_size < 10;
    for (int n = 1; n <= 10; n++) {
        int kind = call();
        if (kind + 1 != n) continue;
        counted[MATCHED] += !matched;
        matched = 1;
        if (below(&bots[bank], 2)) continue;
        for (int p = 0; p < PLAYERS; p++)
            if (p != bank) {
                purse[p] -= n;
                purse[bank] += n;
            }
        counted[COLLECTED] += n;
        return;
    }
}

static void deal(int bank) {
    for (int round = 0; round < 5; round++)
        for (int k = 1; k <= PLAYERS; k++) {
            int p = (bank + k) % PLAYERS;
            hand[p][draw()]++;
            hand_size[p]++;
        }
    for (int n = 1; n <= 5; n++) {
        int kind = call();
        for (int k = 1; k < PLAYERS; k++) {
            int p = (bank + k) % PLAYERS;
            int64_t paid = n * hand[p][kind];
            purse[p] -= paid;
            pot += paid;
            if (k == 1) counted[NEIGHBOUR_PAID] += paid;
        }
    }
    int64_t before = purse[bank];
    for (int n = 1; n <= 5; n++) {
        int kind = call();
        for (int k = 1; k <= PLAYERS; k++) {
            int p = (bank + k) % PLAYERS;
            int64_t due = n * hand[p][kind];
            if (due > pot && p != bank) counted[POT_LACKED] += due - pot;
            if (k == 1) counted[NEIGHBOUR_GOT] += due;
            int64_t paid = due < pot ? due : pot;
            pot -= paid;
            purse[p] += due;
            purse[bank] -= due - paid;
        }
    }
    purse[bank] += pot;
    pot = 0;
    counted[BANK_NET] += purse[bank] - before;
    turn_over(bank);
    one_to_ten(bank);
}

static void play(uint64_t key) {
    stream = stream_of(key);
    for (int p = 0; p < PLAYERS; p++) {
        bots[p] = stream_of(mix64(key + (p + 1) * 0x8CB92BA72F3D8DD7u));
        purse[p] = START;
    }
    memset(counted, 0, sizeof counted);
    for (int number = 0; number < DEALS; number++) {
        gather();
        deal(number % PLAYERS);
    }
    int64_t best = purse[0] > purse[1] ? purse[0] : purse[1];
    unsigned winners = 0;
    for (int p = 0; p < PLAYERS; p++) {
        winners |= (unsigned)(purse[p] == best) << p;
        add_quantity(p, purse[p]);
    }
    add_game(FINISHED, winners, PLAYERS, 0);
    int quantity = PLAYERS;
    for (int k = 0; k < COUNTED; k++) {
        add_quantity(quantity++, counted[k]);
        if (k == BANK_NET) add_quantity(quantity++, counted[k] < 0);
        if (k == POT_LACKED) add_quantity(quantity++, counted[k] > 0);
    }
}

int main(int count, char **arguments) {
    uint64_t seed = strtoull(arguments[1], 0, 10), games = strtoull(arguments[2], 0, 10);
    double begun = processor_time();
    for (uint64_t number = 0; number < games; number++) play(game_key(seed, number));
    print_totals(2, PLAYERS, PLAYERS + COUNTED + 2, processor_time() - begun);
    return count != 3;
}
