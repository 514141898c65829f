// The chain of the Catalan race by hand, with purses, stakes and the bank: a state in one word, a table with open
// addressing. Argument: stop when more than so many states are known. Prints what was counted as JSON.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

using std::uint32_t;
using std::uint64_t;

enum { BEANS = 60, LAST = 44, FORTUNE = -1, FISH_TAIL = -3 };  // endings: -1 and -2 where a seat wins alone

struct Race {
    int at[2], missing[2], lent[2], purse[2], bank, dry, turn, ended;
};

static uint64_t packed(const Race &r) {
    uint64_t word = r.turn | r.dry << 1;
    int shift = 2;
    for (int p = 0; p < 2; p++) {
        word |= (uint64_t)r.at[p] << shift | (uint64_t)r.missing[p] << (shift + 6) | (uint64_t)r.lent[p] << (shift + 10)
            | (uint64_t)r.purse[p] << (shift + 24);
        shift += 30;
    }
    return word;
}

static Race unpacked(uint64_t word) {
    Race r{};
    r.turn = word & 1;
    r.dry = word >> 1 & 1;
    for (int p = 0; p < 2; p++) {
        uint64_t part = word >> (2 + 30 * p);
        r.at[p] = part & 63;
        r.missing[p] = part >> 6 & 15;
        r.lent[p] = part >> 10 & 16383;
        r.purse[p] = part >> 24 & 63;
    }
    r.bank = BEANS - r.purse[0] - r.purse[1];
    return r;
}

static void pays(Race &r, int who, int amount) {
    int paid = amount < r.purse[who] ? amount : r.purse[who];
    r.purse[who] -= paid;
    r.bank += paid;
}

static void gets(Race &r, int who, int amount) {
    if (r.missing[who]) return;
    int got = amount < r.bank ? amount : r.bank;
    r.bank -= got;
    r.purse[who] += got;
}

static void takes_back(Race &r, int who, int amount) {
    if (r.missing[who]) return;
    int due = amount < r.lent[who] ? amount : r.lent[who];
    int got = due < r.bank ? due : r.bank;
    r.bank -= got;
    r.purse[who] += got;
    r.lent[who] -= got;
}

// The turn goes on to who does not miss it; the number of turns that begin.
static int go_on(Race &r) {
    for (int turns = 1;; turns++, r.turn = 1 - r.turn) {
        if (!r.missing[r.turn]) return turns;
        r.missing[r.turn]--;
    }
}

static int move(Race &r, int steps) {
    int me = r.turn;
    r.at[me] += steps;
    if (r.at[me] > LAST) r.at[me] = 1;
    switch (r.at[me]) {
    case 3: case 7: case 18: case 26: case 30: pays(r, me, 2); break;
    case 5: case 28: pays(r, me, 1); break;
    case 10: gets(r, me, 5); break;
    case 12: {
        int before = r.bank;
        pays(r, me, 10);
        r.lent[me] += r.bank - before;
        break;
    }
    case 16: gets(r, me, 2); break;
    case 19: pays(r, me, 5); r.at[me] = 1; break;
    case 23: pays(r, me, 4); break;
    case 32: r.missing[me] += 2; break;
    case 33: r.at[me] = 15; break;
    case 39: takes_back(r, me, r.lent[me]); break;
    case 40: takes_back(r, 1 - me, 10); break;
    case 43: r.ended = FORTUNE - me; return 0;
    case 44: r.ended = FISH_TAIL; return 0;
    }
    if (r.purse[me] <= 0) r.dry = 1;
    r.turn = 1 - me;
    return go_on(r);
}

struct Entry {
    uint64_t key;
    uint32_t number;  // + 1
};

static std::vector<uint64_t> states;
static std::vector<Entry> table(1 << 16);

static uint64_t hash(uint64_t word) {
    word *= 0x9E3779B97F4A7C15u;
    return word ^ word >> 32;
}

static void grow() {
    std::vector<Entry> old(table.size() * 2);
    old.swap(table);
    for (const Entry &entry : old) {
        if (!entry.number) continue;
        uint64_t at = hash(entry.key) & (table.size() - 1);
        while (table[at].number) at = (at + 1) & (table.size() - 1);
        table[at] = entry;
    }
}

static uint32_t number_of(uint64_t key) {
    uint64_t mask = table.size() - 1, at = hash(key) & mask;
    while (table[at].number) {
        if (table[at].key == key) return table[at].number - 1;
        at = (at + 1) & mask;
    }
    states.push_back(key);
    table[at] = {key, (uint32_t)states.size()};
    uint32_t found = (uint32_t)states.size() - 1;
    if (states.size() * 2 > table.size()) grow();
    return found;
}

int main(int count, char **arguments) {
    uint64_t most = strtoull(arguments[1], nullptr, 10), checksum = 0;
    std::vector<uint64_t> offsets{0};
    std::vector<int32_t> targets;
    std::vector<uint8_t> weights, turns;
    clock_t begun = clock();
    Race start{};
    for (int p = 0; p < 2; p++) start.purse[p] = 20, start.lent[p] = 10;
    start.bank = 20;
    number_of(packed(start));
    while (offsets.size() <= states.size() && states.size() <= most) {
        Race state = unpacked(states[offsets.size() - 1]);
        size_t first = targets.size();
        for (int steps = 1; steps <= 3; steps++) {
            Race after = state;
            int passed = move(after, steps);
            int32_t target = after.ended ? after.ended : (int32_t)number_of(packed(after));
            size_t same = first;
            while (same < targets.size() && (targets[same] != target || turns[same] != passed)) same++;
            if (same < targets.size()) {
                weights[same]++;
                continue;
            }
            targets.push_back(target);
            weights.push_back(1);
            turns.push_back((uint8_t)passed);
        }
        offsets.push_back(targets.size());
    }
    double seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;
    for (size_t t = 0; t < targets.size(); t++)
        checksum = checksum * 31 + (targets[t] < 0 ? 0 : (uint64_t)targets[t]) * weights[t] + turns[t];
    printf("{\"explored\": %zu, \"states\": %zu, \"transitions\": %zu, \"checksum\": %llu, \"seconds\": %.6f}\n",
           offsets.size() - 1, states.size(), targets.size(), (unsigned long long)checksum, seconds);
    return count != 2;
}
