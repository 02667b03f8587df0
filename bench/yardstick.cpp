// The yardstick in C++: The Feast by hand, without dummies: arrays of fixed size and a virtual State, as one writes a game
// for a search. It draws from the same generator as the engine's fast stream, in the same order, and so plays the same
// games. Like every worker of the bench it reads a task a line and answers in a line.

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string>

constexpr int kSeats = 8, kRanks = 10, kCards = 55, kHands = 4;
constexpr int kHandSize[] = {0, 0, 0, 0, 8, 8, 7, 6, 6};

uint64_t mix(uint64_t x) {
  for (int i = 0; i < 2; ++i) x = ((x ^ (x >> 16)) * 0x45D9F3B) & 0xFFFFFFFF;
  return x ^ (x >> 16);
}

struct Stream {  // multiply-with-carry
  uint64_t state;
  explicit Stream(uint64_t seed) : state(((mix(seed) & 0x1FFFFFFF) << 32) | mix(seed + 77) | 1) {}
  uint32_t below(uint32_t n) {
    for (;;) {
      state = 698769069 * (state & 0xFFFFFFFF) + (state >> 32);
      uint64_t product = (state & 0xFFFFFFFF) * n;
      if ((product & 0xFFFFFFFF) >= n || (product & 0xFFFFFFFF) >= (0x100000000u - n) % n) return product >> 32;
    }
  }
};

struct State {
  virtual ~State() = default;
  virtual bool over() const = 0;
  virtual int legal(int* out) const = 0;
  virtual void play(int action) = 0;
};

struct Feast final : State {
  Stream stream;
  int seats, size, hand_number = 0, left = 0, speaker = 0, chooser = -1, topic = 0, gaffes = 0;
  bool finished = false;
  int hands[kSeats][kRanks + 1] = {}, ploys[kSeats] = {}, captured[kSeats] = {}, scores[kSeats] = {}, deck[kCards] = {};

  Feast(int seats, uint64_t seed) : stream(seed), seats(seats), size(kHandSize[seats]) { deal(); }

  void deal() {
    int k = 0, used = size * (seats + 1);
    for (int rank = 1; rank <= kRanks; ++rank)
      for (int copy = 0; copy < rank; ++copy) deck[k++] = rank;
    for (int i = 0; i < used; ++i) std::swap(deck[i], deck[i + stream.below(kCards - i)]);
    for (int i = 0; i < seats * size; ++i) ++hands[i / size][deck[i]];
    ++hand_number;
    left = size;
    start_round();
  }

  void start_round() {
    topic = deck[seats * size + size - left];
    if (--left) return;
    for (int seat = 0; seat < seats; ++seat)  // the last card is no choice
      for (int rank = 1; rank <= kRanks; ++rank)
        if (hands[seat][rank]) lay(seat, rank);
    resolve();
  }

  void lay(int seat, int rank) {
    --hands[seat][rank];
    ploys[seat] = rank;
  }

  bool over() const override { return finished; }

  int legal(int* out) const override {
    int n = 0;
    if (chooser >= 0) {
      if (topic) out[n++] = 0;
      for (int rank = 1; rank <= kRanks; ++rank)
        if (gaffes >> rank & 1) out[n++] = rank;
    } else {
      for (int rank = 1; rank <= kRanks; ++rank)
        if (hands[speaker][rank]) out[n++] = rank;
    }
    return n;
  }

  void play(int action) override {
    if (chooser >= 0) {
      captured[chooser] += action ? action : topic;
      chooser = -1;
      finish_round();
    } else {
      lay(speaker, action);
      if (++speaker == seats) resolve();
    }
  }

  void resolve() {
    int said = 0, highest = -1, lowest = -1;
    gaffes = 0;
    for (int seat = 0; seat < seats; ++seat) {
      gaffes |= said & 1 << ploys[seat];
      said |= 1 << ploys[seat];
    }
    for (int seat = 0; seat < seats; ++seat) {
      if (gaffes >> ploys[seat] & 1) continue;
      if (highest < 0 || ploys[seat] > ploys[highest]) highest = seat;
      if (lowest < 0 || ploys[seat] < ploys[lowest]) lowest = seat;
    }
    if (highest >= 0 && highest == lowest) {
      chooser = highest;
      return;
    }
    if (highest >= 0) {
      captured[highest] += topic;
      topic = 0;
      if (gaffes & (gaffes - 1)) {
        chooser = lowest;
        return;
      }
      if (gaffes) captured[lowest] += __builtin_ctz(gaffes);
    }
    finish_round();
  }

  void finish_round() {
    speaker = 0;
    if (left) return start_round();
    for (int seat = 0; seat < seats; ++seat) scores[seat] += captured[seat], captured[seat] = 0;
    if (hand_number == kHands)
      finished = true;
    else
      deal();
  }
};

int playout(State& game, Stream& choices) {
  int actions[kRanks + 1], decisions = 0;
  for (; !game.over(); ++decisions) {
    int n = game.legal(actions);
    game.play(actions[choices.below(n)]);
  }
  return decisions;
}

int main() {
  char task[64];
  uint64_t number = 0;
  Stream choices(1);
  std::puts("c++");
  std::fflush(stdout);
  while (std::fgets(task, sizeof task, stdin)) {
    if (!std::strncmp(task, "games", 5)) {
      Stream same(7);
      for (int i = 0; i < 20; ++i) {
        Feast game(4 + i % 5, i);
        std::printf("%d:", playout(game, same));
        for (int seat = 0; seat < game.seats; ++seat) std::printf(seat ? ",%d" : "%d", game.scores[seat]);
        std::printf(";");
      }
      std::puts("");
    } else {
      long runs = 0;
      clock_t start = clock(), end = start;
      for (; end - start < 3 * CLOCKS_PER_SEC / 100; end = clock(), runs += 64)
        for (int i = 0; i < 64; ++i) {
          Feast game(5, ++number);
          playout(game, choices);
        }
      std::printf("%f\n", 1e6 * (end - start) / CLOCKS_PER_SEC / runs);
    }
    std::fflush(stdout);
  }
}
