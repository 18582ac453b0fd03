package org.curtail.automatic.guard;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Guards of all policies of a plan, for each band of loads. A verdict on a band uses slices at its
 * loads only, since harm may exist at one load and not at another.
 */
public final class Guards {
  /**
   * Number of the last band. A band is a fifth of the cores' capacity; the last one has no upper
   * end.
   */
  private static final int MOST_BAND = 5;

  /**
   * Greatest evidence of the same policy from other loads, so that evidence against it at this load
   * still counts.
   */
  private static final double MOST_OF_SAME = 100;

  private static final double MOST_OF_OTHERS = 4;

  private record Key(String policy, int band) {}

  private final GuardSetting setting;
  private final Map<Key, Guard> byKey = new LinkedHashMap<>();
  private Regret before = Regret.NONE;
  private double evidenceBefore = 1;

  public Guards(GuardSetting setting) {
    this.setting = setting;
  }

  /** Continues from earlier verdicts. */
  public void restore(Collection<LoadVerdict> known) {
    for (LoadVerdict verdict : known) {
      byKey.put(
          new Key(verdict.policy(), band(verdict.fromUtilisation())),
          Guard.restored(verdict, setting));
    }
  }

  /** Returns the band of a load, 0 to 5. */
  public static int band(double utilisation) {
    return (int) Math.min(Math.floor(utilisation * 5 + 1e-9), MOST_BAND);
  }

  /**
   * Returns the band of a load. It stays in the present band while the load is near it. Otherwise a
   * load at a border, with its error, would begin new rounds again and again.
   *
   * @param present band so far
   * @param halfBand tolerated distance beyond a border
   */
  public static int band(double utilisation, int present, double halfBand) {
    boolean isAbove = utilisation >= present / 5.0 - halfBand;
    boolean isBelow = present == MOST_BAND || utilisation < (present + 1) / 5.0 + halfBand;
    return isAbove && isBelow ? present : band(utilisation);
  }

  /** Returns the guard of a policy in a band of loads. */
  public Guard of(String policy, int band) {
    return byKey.computeIfAbsent(
        new Key(policy, band), key -> new Guard(policy, band / 5.0, setting));
  }

  /**
   * Returns evidence that a policy is harmless, from other loads and other policies of the plan. It
   * makes no verdict, but decides how often to compare. The same policy's evidence at a higher
   * load, with fewer idle cores, counts up to {@value #MOST_OF_SAME}. Evidence from lower loads or
   * other policies counts up to {@value #MOST_OF_OTHERS}. No evidence counts if the same policy
   * seems to do harm at a lower load.
   *
   * @return at least 1
   */
  public double evidenceElsewhere(Guard guard) {
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
   * Returns the remaining budget of a policy at a load. A policy that is stopped at a lower load,
   * where more cores are idle, is not tried at a higher one.
   *
   * @param allNanos sum of all response times so far
   */
  public HarmBudget.Allowance allowance(Guard guard, double allNanos) {
    boolean isStoppedBelow =
        byKey.values().stream()
            .anyMatch(other ->
                other.policy().equals(guard.policy())
                    && other.fromUtilisation() < guard.fromUtilisation()
                    && other.budget().allowance(allNanos) == HarmBudget.Allowance.NONE);
    return isStoppedBelow ? HarmBudget.Allowance.NONE : guard.budget().allowance(allNanos);
  }

  /**
   * Forgets all results but not the costs, after a change of the service.
   *
   * @param isAlike true if speedups are unchanged. The plan is then about as good as before, and
   *     its earlier results count like those of other loads
   */
  public void forget(boolean isAlike) {
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

  /** Returns the verdicts, in order of the first use of each policy. */
  public List<LoadVerdict> verdicts() {
    return byKey.values().stream().map(Guard::loadVerdict).toList();
  }

  Collection<Guard> all() {
    return byKey.values();
  }

  public Regret regret() {
    Regret sum = before;
    for (Guard guard : byKey.values()) {
      sum = sum.plus(guard.regret());
    }
    return sum;
  }
}
