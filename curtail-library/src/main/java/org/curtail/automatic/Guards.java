package org.curtail.automatic;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The guards of all policies of a plan, at each load. */
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

  /** The guard of a policy at a load. */
  Guard of(String policy, double utilisation) {
    int band = band(utilisation);
    return byKey.computeIfAbsent(
        new Key(policy, band), key -> new Guard(policy, band / 5.0, setting));
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
