package org.curtail.automatic;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Who is simulated next. All candidates begin with a few blocks at each level; then, again and
 * again, the worse of them are given up at that level and the others go on (successive halving:
 * Karnin, Koren, Somekh: Almost optimal exploration in multi-armed bandits, ICML 2013). The
 * simplest and the one that is best over all levels together stay in at each, so that one of them
 * can serve at all; so does who serves at present, where it does. Not thread-safe.
 */
final class Race {
  /**
   * One simulation.
   *
   * @param level place of the level
   * @param block number of the block
   * @param candidate number of the candidate
   */
  record Heat(int level, int block, int candidate) {}

  /**
   * A round.
   *
   * @param untilBlock each candidate has so many blocks at its end
   * @param kept so many go on then, at each level; the safe one and those that are kept over all
   *     levels besides
   */
  record Round(int untilBlock, int kept) {}

  /** Stays in everywhere: if it is as good as any, it should be the only entry of a map. */
  private static final int SIMPLEST = 1;

  private static final int SAFE = 0;

  /** Who stays in at each level: safe, simplest, best over all levels, present one. */
  private static final int KEPT_EVERYWHERE = 4;

  private final List<Level> levels;
  private final List<Round> rounds;
  private final Outcomes outcomes;
  private final Objective objective;
  private final int[] present;
  private final boolean endsWhenClear;

  /** By level, ascending; the safe one is always there. */
  private final List<List<Integer>> running = new ArrayList<>();

  private int round;
  private int level;
  private int block;

  /** Place in {@code running.get(level)}. */
  private int place;

  private long done;

  /**
   * A race that has not begun.
   *
   * @param present who serves at each level at present
   * @param endsWhenClear whether no more blocks are simulated at a level as soon as it is clear of
   *     all who run there whether they are better than the safe one. Who looks so often errs more
   *     often than in one of a hundred cases: in two or three.
   */
  Race(
      List<Level> levels,
      List<Round> rounds,
      Outcomes outcomes,
      Objective objective,
      int[] present,
      boolean endsWhenClear) {
    this.present = present;
    this.endsWhenClear = endsWhenClear;
    this.levels = levels;
    this.rounds = rounds;
    this.outcomes = outcomes;
    this.objective = objective;
    List<Integer> all = IntStream.range(0, outcomes.candidates()).boxed().toList();
    levels.forEach(each -> running.add(new ArrayList<>(all)));
  }

  boolean isDone() {
    return round == rounds.size();
  }

  /** The simulation to do now; the same until {@link #pass}. */
  Heat now() {
    return new Heat(level, block, running.get(level).get(place));
  }

  /** The simulation to do now is done. */
  void pass() {
    done += levels.get(level).length();
    if (++place < running.get(level).size()) {
      return;
    }
    place = 0;
    // At a level at which it does not keep up, nothing else can be learned of a candidate.
    int here = level;
    running
        .get(here)
        .removeIf(candidate -> candidate != SAFE && outcomes.isHopeless(here, candidate));
    if (++block < rounds.get(round).untilBlock() && !(endsWhenClear && isClear(here))) {
      return;
    }
    if (++level == levels.size()) {
      level = 0;
      giveUp(rounds.get(round).kept());
      round++;
    }
    block = round == 0 ? 0 : rounds.get(round - 1).untilBlock();
  }

  private boolean isClear(int here) {
    return running.get(here).stream().allMatch(candidate -> objective.isClear(here, candidate));
  }

  private void giveUp(int kept) {
    dropTwins();
    List<Integer> everywhere =
        running.getFirst().stream()
            .filter(candidate -> candidate != SAFE)
            .filter(candidate -> running.stream().allMatch(some -> some.contains(candidate)))
            .filter(candidate -> candidate != SIMPLEST)
            .sorted(Comparator.comparingDouble(this::rankOverall))
            .limit(1)
            .toList();
    for (int at = 0; at < levels.size(); at++) {
      int here = at;
      List<Integer> best =
          running.get(here).stream()
              .filter(candidate -> candidate != SAFE)
              .sorted(Comparator.comparingDouble(candidate -> objective.rank(here, candidate)))
              .limit(kept)
              .toList();
      running
          .get(here)
          .removeIf(candidate ->
              candidate > SIMPLEST
                  && candidate != present[here]
                  && !best.contains(candidate)
                  && !everywhere.contains(candidate));
    }
  }

  /** Two names of one policy, or two that differ in nothing here: the simpler goes on. */
  private void dropTwins() {
    for (int candidate = SAFE + 1; candidate < outcomes.candidates(); candidate++) {
      int here = candidate;
      if (IntStream.range(0, candidate)
          .anyMatch(other -> outcomes.areAlike(here, other, levels.size()))) {
        running.forEach(some -> some.removeIf(one -> one == here));
      }
    }
  }

  private double rankOverall(int candidate) {
    return IntStream.range(0, levels.size()).mapToDouble(at -> objective.rank(at, candidate)).sum();
  }

  /** How much is done of the most that there may be, by requests; 0 to 1. */
  double doneShare() {
    return isDone() ? 1 : Math.min(1, (double) done / most(levels, rounds, outcomes.candidates()));
  }

  /** The most there may be to simulate, in blocks of length 1. */
  static long most(List<Level> levels, List<Round> rounds, int candidates) {
    long blocks = 0;
    int from = 0;
    int most = candidates;
    for (Round round : rounds) {
      blocks += (long) (round.untilBlock() - from) * most;
      from = round.untilBlock();
      most = Math.min(candidates, round.kept() + KEPT_EVERYWHERE);
    }
    return blocks * levels.stream().mapToInt(Level::length).sum();
  }
}
