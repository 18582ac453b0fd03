package org.curtail.automatic.choose;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Decides the order of simulations by successive halving (Karnin, Koren, Somekh: Almost optimal
 * exploration in multi-armed bandits, ICML 2013). All candidates begin with a few blocks at each
 * level. Then, repeatedly, the worse ones at each level are dropped. The simplest candidate and the
 * best one over all levels stay at every level. So one of them can serve at all levels. The present
 * one stays at its levels. Not thread-safe.
 */
public final class SuccessiveHalving {
  /**
   * One simulation.
   *
   * @param level index of the level
   * @param block number of the block
   * @param candidate number of the candidate
   */
  record SimulationRun(int level, int block, int candidate) {}

  /**
   * Elimination round.
   *
   * @param untilBlock number of blocks of each candidate at its end
   * @param kept number of candidates that stay then at each level, besides the baseline and those
   *     kept at all levels
   */
  public record Round(int untilBlock, int kept) {}

  /**
   * The candidate that always stays: if no other is better, it should be the only entry of a map.
   */
  private static final int SIMPLEST = 1;

  private static final int BASELINE = 0;

  /** Candidates kept at each level: baseline, simplest, best over all levels, present one. */
  private static final int KEPT_EVERYWHERE = 4;

  private final List<Level> levels;
  private final List<Round> rounds;
  private final Outcomes outcomes;
  private final Objective objective;
  private final int[] present;
  private final boolean endsWhenClear;

  /** Candidates by level, ascending, with the baseline. */
  private final List<List<Integer>> running = new ArrayList<>();

  private int round;
  private int level;
  private int block;

  /** Index in {@code running.get(level)}. */
  private int place;

  private long done;

  /**
   * Creates a search.
   *
   * @param present number of the candidate that serves at each level at present
   * @param endsWhenClear true to stop at a level as soon as each remaining candidate is clearly
   *     better than the baseline or clearly not. These frequent checks raise the error from one
   *     case in a hundred to two or three.
   */
  SuccessiveHalving(
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

  /** Returns the present simulation; the same until {@link #advance}. */
  SimulationRun now() {
    return new SimulationRun(level, block, running.get(level).get(place));
  }

  void advance() {
    done += levels.get(level).length();
    if (++place < running.get(level).size()) {
      return;
    }
    place = 0;
    // If a candidate falls behind at a level, further blocks there are useless.
    int here = level;
    running
        .get(here)
        .removeIf(candidate -> candidate != BASELINE && outcomes.isHopeless(here, candidate));
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
    dropDuplicates();
    List<Integer> everywhere =
        running.getFirst().stream()
            .filter(candidate -> candidate != BASELINE)
            .filter(candidate -> running.stream().allMatch(some -> some.contains(candidate)))
            .filter(candidate -> candidate != SIMPLEST)
            .sorted(Comparator.comparingDouble(this::rankOverall))
            .limit(1)
            .toList();
    for (int at = 0; at < levels.size(); at++) {
      int here = at;
      List<Integer> best =
          running.get(here).stream()
              .filter(candidate -> candidate != BASELINE)
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

  /**
   * Drops the less simple of two candidates with equal results: two names of one policy, or a
   * difference without effect here.
   */
  private void dropDuplicates() {
    for (int candidate = BASELINE + 1; candidate < outcomes.candidates(); candidate++) {
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

  /** Returns the share of the greatest possible work that is done, by requests; 0 to 1. */
  double doneShare() {
    return isDone() ? 1 : Math.min(1, (double) done / most(levels, rounds, outcomes.candidates()));
  }

  /** Returns the greatest possible work, in blocks of length 1. */
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
