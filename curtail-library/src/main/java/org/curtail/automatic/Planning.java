package org.curtail.automatic;

import java.util.Optional;
import org.curtail.Profile;
import org.jspecify.annotations.Nullable;

/**
 * Which plan is asked for, if one is: who plans takes time, and the service may change meanwhile.
 * One plan at a time.
 */
final class Planning {
  /** After a plan that failed. */
  private static final long RETRY_NANOS = 60_000_000_000L;

  private static final double MS_PER_S = 1e3;

  private final PilotSetting setting;
  private @Nullable PlanTask due;
  private boolean isWanted;
  private boolean isStale;
  private long notBeforeNanos = Long.MIN_VALUE;
  private long plans;

  Planning(PilotSetting setting) {
    this.setting = setting;
  }

  /** There is something new to plan with. */
  void want() {
    isWanted = true;
  }

  /** What was to be planned with is no longer true; a plan under way is not to be used. */
  void drop() {
    isWanted = false;
    isStale = due != null;
  }

  /** Plans that were made. */
  long plans() {
    return plans;
  }

  /**
   * Asks for a plan, if one is wanted and none is under way.
   *
   * @param perSecond requests that arrive
   * @return what is asked for from now on; empty if nothing is, or was before
   */
  Optional<PlanTask> ask(Profile profile, double perSecond, long nowNanos) {
    if (due != null || !isWanted || nowNanos < notBeforeNanos) {
      return Optional.empty();
    }
    due =
        new PlanTask(
            profile,
            setting.cores(),
            setting.goal(),
            perSecond * profile.meanMs(1) / MS_PER_S / setting.cores(),
            setting.seed() + plans,
            plans == 0 ? "the first plan" : "more is known than when the last was made");
    return Optional.of(due);
  }

  Optional<PlanTask> due() {
    return Optional.ofNullable(due);
  }

  /** There is a plan: for what, if it is to be used. */
  Optional<PlanTask> planned() {
    Optional<PlanTask> answered = isStale ? Optional.empty() : due();
    due = null;
    isStale = false;
    if (answered.isPresent()) {
      isWanted = false;
      plans++;
    }
    return answered;
  }

  /**
   * There is none.
   *
   * @return whether one was asked for
   */
  boolean failed(long nowNanos) {
    boolean wasDue = due != null;
    due = null;
    isStale = false;
    notBeforeNanos = wasDue ? nowNanos + RETRY_NANOS : notBeforeNanos;
    return wasDue;
  }
}
