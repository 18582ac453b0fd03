package org.curtail.automatic;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The guards of all policies of a plan, at each band of loads. What a verdict says of a band rests
 * on slices at its loads only: harm at one load is no harm at another, and the other way round.
 */
final class Guards {
  /** Loads are told apart by fifths of what the cores carry; from this on they are one. */
  private static final int MOST_BAND = 5;

  /** So that evidence against it at the load itself still tells. */
  private static final double MOST_OF_SAME = 100;

  private static final double MOST_OF_OTHERS = 4;

  private record Key(String policy, int band) {}

  private final GuardSetting setting;
  private final Map<Key, Guard> byKey = new LinkedHashMap<>();
  private Regret before = Regret.NONE;
  private double evidenceBefore = 1;

  Guards(GuardSetting setting) {
    this.setting = setting;
  }

  /** Goes on from what was shown before. */
  void restore(Collection<LoadVerdict> known) {
    for (LoadVerdict verdict : known) {
      byKey.put(
          new Key(verdict.policy(), band(verdict.fromUtilisation())),
          Guard.restored(verdict, setting));
    }
  }

  /** Which fifth a load is in, 0 to 5. */
  static int band(double utilisation) {
    return (int) Math.min(Math.floor(utilisation * 5 + 1e-9), MOST_BAND);
  }

  /**
   * The same, but the present one for as long as the load is within it or nearly so: a load at a
   * border, known as well as it is, would else begin a round again and again.
   *
   * @param present the band so far
   * @param halfBand how far from a border a load may be beyond it
   */
  static int band(double utilisation, int present, double halfBand) {
    boolean isAbove = utilisation >= present / 5.0 - halfBand;
    boolean isBelow = present == MOST_BAND || utilisation < (present + 1) / 5.0 + halfBand;
    return isAbove && isBelow ? present : band(utilisation);
  }

  /** The guard of a policy in a band of loads. */
  Guard of(String policy, int band) {
    return byKey.computeIfAbsent(
        new Key(policy, band), key -> new Guard(policy, band / 5.0, setting));
  }

  /**
   * Evidence that a policy does no harm, from what plans did at other loads, as far as it speaks
   * for this one. It makes no verdict, but says how often to compare. What the same policy shows at
   * a higher load, where there are fewer idle cores, counts up to {@value #MOST_OF_SAME}; what is
   * shown at lower loads, or of other policies of the plan, counts up to {@value #MOST_OF_OTHERS}.
   * Nothing counts if the same policy seems to do harm at a lower load.
   *
   * @return at least 1
   */
  double evidenceElsewhere(Guard guard) {
    double most = evidenceBefore;
    for (Guard other : byKey.values()) {
      boolean isSame = other.policy().equals(guard.policy());
      boolean isAbove = other.fromUtilisation() > guard.fromUtilisation();
      if (other == guard) {
        continue;
      }
      boolean isHarmful = other.isResting() || other.test().leansToHarm();
      if (isHarmful && isSame && !isAbove) {
        return 1;
      }
      double evidence = isHarmful ? 1 : other.test().presentEvidenceOfNoHarm();
      most = Math.max(most, Math.min(evidence, isSame && isAbove ? MOST_OF_SAME : MOST_OF_OTHERS));
    }
    return most;
  }

  /**
   * What a policy may still cost at a load. Where it is held back at a lower load, at which more
   * cores are idle, it is not tried at a higher one.
   *
   * @param allNanos all response time so far
   */
  HarmBudget.Room room(Guard guard, double allNanos) {
    boolean isHeldBelow =
        byKey.values().stream()
            .anyMatch(other ->
                other.policy().equals(guard.policy())
                    && other.fromUtilisation() < guard.fromUtilisation()
                    && other.budget().room(allNanos) == HarmBudget.Room.NONE);
    return isHeldBelow ? HarmBudget.Room.NONE : guard.budget().room(allNanos);
  }

  /**
   * All is forgotten that was shown, since the service has changed; not what it cost.
   *
   * @param isAlike whether what threads bring is as it was, so that the plan is as good a guess or
   *     nearly so: then what it has shown counts as that of other loads
   */
  void forget(boolean isAlike) {
    before = regret();
    boolean isHarmful =
        byKey.values().stream().anyMatch(guard -> guard.isResting() || guard.test().leansToHarm());
    double most =
        byKey.values().stream()
            .mapToDouble(guard -> guard.test().presentEvidenceOfNoHarm())
            .reduce(evidenceBefore, Math::max);
    evidenceBefore = isAlike && !isHarmful ? Math.min(most, MOST_OF_OTHERS) : 1;
    byKey.clear();
  }

  /** What is known of each, in order of their first use. */
  List<LoadVerdict> verdicts() {
    return byKey.values().stream().map(Guard::loadVerdict).toList();
  }

  Collection<Guard> all() {
    return byKey.values();
  }

  Regret regret() {
    Regret sum = before;
    for (Guard guard : byKey.values()) {
      sum = sum.plus(guard.regret());
    }
    return sum;
  }
}
