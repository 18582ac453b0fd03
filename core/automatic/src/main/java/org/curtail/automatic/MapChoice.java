package org.curtail.automatic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.automatic.Race.Heat;

/**
 * From what may serve at each level to a map with as few entries as possible: from the lowest load
 * on, always the candidate that may serve up to the highest level; of equal ones the simplest. A
 * candidate that may serve at all levels so becomes the only entry. But what serves at present is
 * kept as it is if it may serve everywhere: what another map promises more is chance, and what was
 * shown of the present one would be lost.
 *
 * <p>Between the levels of two entries nothing was simulated. There the border is midway if both do
 * no harm at either level. Else whoever is not known to be harmless beyond its own levels ends just
 * there, and the safe candidate fills what is left.
 */
final class MapChoice {
  private static final int SAFE = 0;

  private final List<Level> levels;
  private final Objective objective;
  private final int candidates;
  private final int[] present;
  private final double halfBand;

  /**
   * A choice.
   *
   * @param candidates how many there are; number 0 is the safe one
   * @param present by level, who serves at present; 0 everywhere if there was no choice before
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
   * Who serves from where on.
   *
   * @param fromUtilisation the border to whoever serves below
   * @param candidate its number
   */
  record Stretch(double fromUtilisation, int candidate) {}

  /** By level, the number of the candidate that serves there. */
  int[] byLevel() {
    if (mayGoOn()) {
      return present.clone();
    }
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
      Arrays.fill(serving, level, until, chosen);
      level = until;
    }
    return serving;
  }

  /** Whether everybody who serves at present may do so, and is of use. */
  private boolean mayGoOn() {
    int level = 0;
    while (level < present.length) {
      int serving = present[level];
      boolean isOfUse = serving == SAFE;
      while (level < present.length && present[level] == serving) {
        if (!objective.mayServe(level, serving)) {
          return false;
        }
        isOfUse |= objective.isBetter(level, serving);
        level++;
      }
      if (!isOfUse) {
        return false;
      }
    }
    return true;
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

  /**
   * What remains to be simulated to tell how far those that serve do so: each on the level beyond
   * its border, in as many blocks as the safe one.
   */
  List<Heat> beyondBorders(Outcomes outcomes) {
    int[] serving = byLevel();
    var heats = new ArrayList<Heat>();
    for (int above = 1; above < serving.length; above++) {
      if (serving[above - 1] != serving[above]) {
        addMissing(heats, outcomes, above, serving[above - 1]);
        addMissing(heats, outcomes, above - 1, serving[above]);
      }
    }
    return heats;
  }

  private static void addMissing(List<Heat> heats, Outcomes outcomes, int level, int candidate) {
    int blocks = outcomes.blocks(level, SAFE);
    if (!outcomes.isHopeless(level, candidate)) {
      IntStream.range(outcomes.blocks(level, candidate), blocks)
          .mapToObj(block -> new Heat(level, block, candidate))
          .forEach(heats::add);
    }
  }

  /** Ascending, the first from 0 on; neighbours differ. */
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
      // The level itself is the serving candidate's own, with the load as well known as it is.
      double low = levels.get(above - 1).utilisation() + halfBand;
      double high = levels.get(above).utilisation() - halfBand;
      boolean fromGoesOn = objective.isHarmless(above, from);
      boolean toBeginsSooner = objective.isHarmless(above - 1, to);
      if (fromGoesOn == toBeginsSooner) {
        if (!fromGoesOn) {
          add(stretches, low, SAFE);
        }
        add(stretches, fromGoesOn ? (low + high) / 2 : high, to);
      } else {
        add(stretches, fromGoesOn ? high : low, to);
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
}
