package org.curtail.automatic.choose;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.curtail.automatic.choose.Outcomes.Figures.Figure;
import org.curtail.automatic.choose.SuccessiveHalving.SimulationRun;

/**
 * Turns the allowed candidates of each level into a map with as few entries as possible. From the
 * lowest load on, it takes the candidate that is allowed up to the highest level, the simplest of
 * equal ones. So a candidate that is allowed at all levels is the only entry. The present map stays
 * if it is allowed at all levels. Another map's advantage would be chance, and its comparison would
 * begin again.
 *
 * <p>Loads between levels are not simulated. The border between two entries is midway if both are
 * harmless at either level. Otherwise a candidate that may harm beyond its own levels ends at its
 * last level, and the baseline fills the gap.
 */
public final class MapChoice {
  private static final int BASELINE = 0;

  private final List<Level> levels;
  private final Objective objective;
  private final int candidates;
  private final int[] present;
  private final double halfBand;

  /**
   * Creates a choice.
   *
   * @param candidates number of candidates; number 0 is the baseline
   * @param present number of the candidate in use at each level; 0 everywhere before the first
   *     choice
   * @param halfBand as in {@link PolicyMap}; less than half of the distance between two levels
   */
  MapChoice(
      List<Level> levels, Objective objective, int candidates, int[] present, double halfBand) {
    this.levels = levels;
    this.objective = objective;
    this.candidates = candidates;
    this.present = present;
    this.halfBand = halfBand;
  }

  /**
   * Candidate with its least load.
   *
   * @param fromUtilisation border to the candidate below
   * @param candidate number of the candidate
   */
  record Stretch(double fromUtilisation, int candidate) {}

  /** Returns the number of the candidate for each level. */
  int[] byLevel() {
    if (mayContinue()) {
      return present.clone();
    }
    int[] serving = new int[levels.size()];
    int level = 0;
    while (level < serving.length) {
      int chosen = BASELINE;
      int until = level;
      for (int candidate = 0; candidate < candidates; candidate++) {
        int reaches = reaches(candidate, level);
        if (reaches > until) {
          chosen = candidate;
          until = reaches;
        }
      }
      Arrays.fill(serving, level, until, chosen);
      level = until;
    }
    return serving;
  }

  /** Returns true if all candidates in use are allowed, and better than the baseline somewhere. */
  private boolean mayContinue() {
    int level = 0;
    while (level < present.length) {
      int serving = present[level];
      boolean isUseful = serving == BASELINE;
      while (level < present.length && present[level] == serving) {
        if (!objective.mayServe(level, serving)) {
          return false;
        }
        isUseful |= objective.isBetter(level, serving);
        level++;
      }
      if (!isUseful) {
        return false;
      }
    }
    return true;
  }

  /** Returns the first level after this one at which a candidate is not allowed. */
  private int reaches(int candidate, int from) {
    int level = from;
    boolean isUseful = candidate == BASELINE;
    while (level < levels.size() && objective.mayServe(level, candidate)) {
      isUseful |= objective.isBetter(level, candidate);
      level++;
    }
    // A candidate that is never better than the baseline does not replace it.
    return isUseful ? level : from;
  }

  /**
   * Returns the simulations needed to know the range in which the chosen candidates are harmless.
   * Each is on the level beyond a border, with as many blocks as the baseline.
   */
  List<SimulationRun> beyondBorders(Outcomes outcomes) {
    int[] serving = byLevel();
    var runs = new ArrayList<SimulationRun>();
    for (int above = 1; above < serving.length; above++) {
      if (serving[above - 1] != serving[above]) {
        addMissing(runs, outcomes, above, serving[above - 1]);
        addMissing(runs, outcomes, above - 1, serving[above]);
      }
    }
    return runs;
  }

  private static void addMissing(
      List<SimulationRun> runs, Outcomes outcomes, int level, int candidate) {
    int blocks = outcomes.blocks(level, BASELINE);
    if (!outcomes.isHopeless(level, candidate)) {
      IntStream.range(outcomes.blocks(level, candidate), blocks)
          .mapToObj(block -> new SimulationRun(level, block, candidate))
          .forEach(runs::add);
    }
  }

  /** Returns the stretches, ascending from 0. Neighbours differ. */
  List<Stretch> stretches() {
    int[] serving = byLevel();
    var stretches = new ArrayList<Stretch>();
    stretches.add(new Stretch(0, serving[0]));
    for (int above = 1; above < serving.length; above++) {
      int from = serving[above - 1];
      int to = serving[above];
      if (from == to) {
        continue;
      }
      // The level itself belongs to the candidate, with the error of a measured load.
      double low = levels.get(above - 1).utilisation() + halfBand;
      double high = levels.get(above).utilisation() - halfBand;
      boolean fromExtends = objective.isHarmless(above, from);
      boolean toExtends = objective.isHarmless(above - 1, to);
      if (fromExtends == toExtends) {
        if (!fromExtends) {
          add(stretches, low, BASELINE);
        }
        add(stretches, fromExtends ? (low + high) / 2 : high, to);
      } else {
        add(stretches, fromExtends ? high : low, to);
      }
    }
    return stretches;
  }

  private static void add(List<Stretch> stretches, double from, int candidate) {
    if (stretches.getLast().candidate() != candidate) {
      stretches.add(new Stretch(from, candidate));
    }
  }

  /** Returns the map of these stretches. */
  PolicyMap map(Candidates all, ChoiceWording wording) {
    List<Stretch> stretches = stretches();
    var entries = new ArrayList<PolicyMap.Entry>();
    for (int i = 0; i < stretches.size(); i++) {
      Stretch stretch = stretches.get(i);
      double until =
          i + 1 < stretches.size()
              ? stretches.get(i + 1).fromUtilisation()
              : Double.POSITIVE_INFINITY;
      entries.add(
          new PolicyMap.Entry(
              stretch.fromUtilisation(),
              all.all().get(stretch.candidate()),
              wording.reason(stretch.candidate(), within(stretch.fromUtilisation(), until))));
    }
    return new PolicyMap(entries, halfBand);
  }

  private int[] within(double from, double until) {
    return IntStream.range(0, levels.size())
        .filter(level -> levels.get(level).utilisation() >= from)
        .filter(level -> levels.get(level).utilisation() < until)
        .toArray();
  }

  /** Reasons for a choice, in sentences for people. */
  static final class ChoiceWording {
    private static final int BASELINE = 0;

    private final List<Level> levels;
    private final Candidates candidates;
    private final Outcomes outcomes;
    private final Objective objective;
    private final Goal goal;

    ChoiceWording(
        List<Level> levels,
        Candidates candidates,
        Outcomes outcomes,
        Objective objective,
        Goal goal) {
      this.levels = levels;
      this.candidates = candidates;
      this.outcomes = outcomes;
      this.objective = objective;
      this.goal = goal;
    }

    /**
     * Returns the reason why a candidate serves at some levels.
     *
     * @param at positions of the levels; empty if it serves only between levels
     */
    String reason(int candidate, int[] at) {
      if (candidate != BASELINE) {
        return "simulated at %s, its %s is %s times that of %s, p95 %s times and the mean %s times"
            .formatted(
                loads(at),
                goal.percentileName(),
                range(Figure.TAIL, candidate, at),
                candidates.baseline().name(),
                range(Figure.P95, candidate, at),
                range(Figure.MEAN, candidate, at));
      }
      if (at.length == 0) {
        return "between two simulated loads: the policy of one of them may do"
            + " harm at the other";
      }
      return "simulated at %s, nothing else is clearly better and harmless%s"
          .formatted(loads(at), nearest(at));
    }

    /**
     * Returns the best refused candidate at the highest of these loads, among those simulated on
     * all blocks.
     */
    private String nearest(int[] at) {
      int level = at[at.length - 1];
      return IntStream.range(1, candidates.all().size())
          .filter(
              candidate -> outcomes.blocks(level, candidate) == outcomes.blocks(level, BASELINE))
          .filter(candidate -> !outcomes.isHopeless(level, candidate))
          .boxed()
          .min(Comparator.comparingDouble(candidate -> objective.rank(level, candidate)))
          .map(candidate ->
              "; the nearest at %s is %s: %s %s times, p95 %s and mean %s"
                  .formatted(
                      loads(level),
                      candidates.all().get(candidate).name(),
                      goal.percentileName(),
                      outcomes.ratio(Figure.TAIL, level, candidate).ratio(),
                      outcomes.ratio(Figure.P95, level, candidate).ratio(),
                      outcomes.ratio(Figure.MEAN, level, candidate).ratio()))
          .orElse("");
    }

    private String loads(int... at) {
      return Arrays.stream(at)
              .mapToObj(level ->
                  String.format(Locale.ROOT, "%.2g", 100 * levels.get(level).utilisation()))
              .collect(Collectors.joining(", "))
          + " % load";
    }

    private String range(Figure figure, int candidate, int[] at) {
      double[] ascending =
          Arrays.stream(at)
              .mapToDouble(level -> StrictMath.exp(outcomes.ratio(figure, level, candidate).mean()))
              .sorted()
              .toArray();
      String least = String.format(Locale.ROOT, "%.2f", ascending[0]);
      String most = String.format(Locale.ROOT, "%.2f", ascending[ascending.length - 1]);
      return least.equals(most) ? least : least + " to " + most;
    }
  }
}
