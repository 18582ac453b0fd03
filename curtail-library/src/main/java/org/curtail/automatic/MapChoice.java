package org.curtail.automatic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * From what may serve at each level to a map with as few entries as possible: from the lowest load
 * on, always the candidate that may serve up to the highest level; of equal ones the simplest. A
 * candidate that may serve at all levels so becomes the only entry.
 *
 * <p>Between the levels of two entries nothing was simulated. There the border is midway if both do
 * no harm at either level. Else whoever is not known to be harmless beyond its own levels ends
 * there, and the safe candidate fills what is left.
 */
final class MapChoice {
  private static final int SAFE = 0;

  private final List<Level> levels;
  private final Objective objective;
  private final int candidates;

  MapChoice(List<Level> levels, Objective objective, int candidates) {
    this.levels = levels;
    this.objective = objective;
    this.candidates = candidates;
  }

  /**
   * Who serves from where on.
   *
   * @param fromUtilisation the border to whoever serves below
   * @param candidate its number
   */
  record Stretch(double fromUtilisation, int candidate) {}

  /** By level, the number of the candidate that serves there. */
  int[] byLevel() {
    int[] serving = new int[levels.size()];
    int level = 0;
    while (level < serving.length) {
      int chosen = SAFE;
      int until = level;
      for (int candidate = 0; candidate < candidates; candidate++) {
        int reaches = reaches(candidate, level);
        if (reaches > until) {
          chosen = candidate;
          until = reaches;
        }
      }
      // The safe candidate may serve anywhere, should nobody be called the best.
      until = Math.max(until, level + 1);
      Arrays.fill(serving, level, until, chosen);
      level = until;
    }
    withoutPoints(serving);
    return serving;
  }

  /** The first level after this one at which a candidate may not serve. */
  private int reaches(int candidate, int from) {
    int level = from;
    boolean isOfUse = candidate == SAFE;
    while (level < levels.size() && objective.mayServe(level, candidate)) {
      isOfUse |= objective.isBetter(level, candidate);
      level++;
    }
    // Who is nowhere better than the safe one is no reason to leave it.
    return isOfUse ? level : from;
  }

  /** Who is known to be harmless at one level only, and not towards either side, has no room. */
  private void withoutPoints(int[] serving) {
    for (int level = 0; level < serving.length; level++) {
      boolean hasRoomBelow = level == 0 || objective.isHarmless(level - 1, serving[level]);
      boolean hasRoomAbove =
          level == serving.length - 1 || objective.isHarmless(level + 1, serving[level]);
      if (!hasRoomBelow && !hasRoomAbove) {
        serving[level] = SAFE;
      }
    }
  }

  /** Ascending, the first from 0 on; neighbours differ. */
  List<Stretch> stretches(double halfBand) {
    int[] serving = byLevel();
    var stretches = new ArrayList<Stretch>();
    stretches.add(new Stretch(0, serving[0]));
    for (int above = 1; above < serving.length; above++) {
      int from = serving[above - 1];
      int to = serving[above];
      if (from == to) {
        continue;
      }
      double low = levels.get(above - 1).utilisation() - halfBand;
      double high = levels.get(above).utilisation() + halfBand;
      boolean fromGoesOn = objective.isHarmless(above, from);
      boolean toBeginsSooner = objective.isHarmless(above - 1, to);
      if (fromGoesOn && toBeginsSooner) {
        add(stretches, (low + high) / 2, to);
      } else if (toBeginsSooner) {
        add(stretches, low, to);
      } else if (fromGoesOn) {
        add(stretches, high, to);
      } else {
        add(stretches, low, SAFE);
        add(stretches, high, to);
      }
    }
    return stretches;
  }

  private static void add(List<Stretch> stretches, double from, int candidate) {
    if (stretches.getLast().candidate() != candidate) {
      stretches.add(new Stretch(from, candidate));
    }
  }

  /** The map of these stretches. */
  PolicyMap map(Candidates all, Wording wording) {
    List<Stretch> stretches = stretches(PolicyMap.HALF_BAND);
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
    return new PolicyMap(entries, PolicyMap.HALF_BAND);
  }

  private int[] within(double from, double until) {
    return IntStream.range(0, levels.size())
        .filter(level -> levels.get(level).utilisation() >= from)
        .filter(level -> levels.get(level).utilisation() < until)
        .toArray();
  }
}
