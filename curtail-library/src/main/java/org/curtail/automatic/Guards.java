package org.curtail.automatic;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The guards of all policies of a plan, at each band of loads. What a verdict says of a band rests
 * on slices at its loads only: harm at one load is no harm at another, and the other way round.
 */
final class Guards {
  /** Loads are told apart by fifths of what the cores carry; from this on they are one. */
  private static final int MOST_BAND = 5;

  private record Key(String policy, int band) {}

  private final GuardSetting setting;
  private final Map<Key, Guard> byKey = new LinkedHashMap<>();
  private Regret before = Regret.NONE;

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

  /** Whether no harm of the same policy is shown at the loads below or above. */
  boolean isNextToCleared(Guard guard) {
    int band = band(guard.fromUtilisation());
    return isCleared(byKey.get(new Key(guard.policy(), band - 1)))
        || isCleared(byKey.get(new Key(guard.policy(), band + 1)));
  }

  private static boolean isCleared(@Nullable Guard guard) {
    return guard != null && guard.recentVerdict() == Verdict.NO_HARM && !guard.test().leansToHarm();
  }

  /** All is forgotten that was shown, since the service has changed; not what it cost. */
  void forget() {
    before = regret();
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
