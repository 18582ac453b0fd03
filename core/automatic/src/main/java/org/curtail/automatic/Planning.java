package org.curtail.automatic;

import java.util.Optional;
import org.curtail.Profile;
import org.curtail.automatic.JudgeSetting.Effort;
import org.jspecify.annotations.Nullable;

/**
 * What is known well enough to plan with, and which plan is asked for, if one is: who plans takes
 * time, and the service may change meanwhile. One plan at a time. Where there is none, a quick one
 * first, so that something serves soon, and one of all candidates as soon as more is known.
 */
final class Planning {
  /** After a plan that failed. */
  private static final long RETRY_NANOS = 60_000_000_000L;

  private final PilotSetting setting;
  private final Learning learning;
  private final EventLog log;

  /** What is learned, and maybe planned with; empty as long as it is not enough. */
  private Optional<Profile> profile;

  /** How far predictions were off when it was planned last. */
  private Optional<PredictionError> predicted = Optional.empty();

  private boolean isUnhelpful;
  private @Nullable PlanTask due;
  private boolean isWanted;

  /** Whether there is no plan at all, not even a quick one. */
  private boolean isBare;

  /** Whether there is a quick one alone. */
  private boolean isWholeNext;

  private boolean isStale;
  private long notBeforeNanos = Long.MIN_VALUE;
  private long plans;

  Planning(PilotSetting setting, Learning learning, EventLog log, PilotKnowledge known) {
    this.setting = setting;
    this.learning = learning;
    this.log = log;
    this.profile = known.profile();
    this.isBare = known.profile().isEmpty() || known.map().isEmpty();
  }

  /** The demand, as far as it is known. */
  Optional<Profile> profile() {
    return profile;
  }

  /** There is something new to plan with. */
  void want() {
    isWanted = true;
  }

  /** What was to be planned with is no longer true; a plan under way is not to be used. */
  void drop(Drift drift) {
    profile =
        drift instanceof Drift.Scaled scaled
            ? profile.map(new Scale(scaled.factor())::profile)
            : Optional.empty();
    isWanted = false;
    isUnhelpful = false;
    isBare |= drift instanceof Drift.PlanWrong;
    isStale = due != null;
  }

  /**
   * Looks whether there is enough to plan with, and asks for a plan if there is.
   *
   * @param serving the plan that serves; empty if there is none
   */
  void look(Optional<PolicyMap> serving, long nowNanos) {
    if (due == null && learning.isTimeToLook()) {
      Optional<Learning.Known> known = learning.look();
      if (known.isPresent()) {
        learned(known.get(), nowNanos);
      } else if (serving.isEmpty() && !isUnhelpful && learning.completed() > 0) {
        isUnhelpful = true;
        log.add(new PilotEvent.StayedSafe(nowNanos, PilotWording.noSpeedups(learning.completed())));
      }
    }
    if (!isBare && learning.predictions().areOtherThan(predicted)) {
      want();
    }
    profile
        .flatMap(known -> ask(known, serving, nowNanos))
        .ifPresent(task -> log.add(new PilotEvent.PlanBegun(nowNanos, task.reason())));
  }

  private void learned(Learning.Known known, long nowNanos) {
    profile = Optional.of(known.profile());
    want();
    isUnhelpful = false;
    log.add(PilotWording.event(known, learning.predictions(), nowNanos));
    if (learning.explorers().count() > 0) {
      log.add(
          new PilotEvent.Explored(
              nowNanos,
              learning.explorers().count(),
              learning.explorers().nanos(),
              "they tried higher degrees while cores were idle"));
    }
  }

  /**
   * Asks for a plan, if one is wanted and none is under way.
   *
   * @param serving the plan that serves; empty if there is none
   * @return what is asked for from now on; empty if nothing is, or was before
   */
  private Optional<PlanTask> ask(Profile profile, Optional<PolicyMap> serving, long nowNanos) {
    if (due != null || !isWanted || nowNanos < notBeforeNanos) {
      return Optional.empty();
    }
    due =
        new PlanTask(
            profile,
            setting.cores(),
            setting.goal(),
            learning.predictions().error(),
            isBare ? Effort.QUICK : Effort.FIRST,
            setting.seed() + plans,
            serving,
            reason());
    return Optional.of(due);
  }

  private String reason() {
    if (isBare) {
      return "the first plan, with the simplest policy alone";
    }
    if (isWholeNext) {
      return "all policies, after the quick plan";
    }
    return learning.predictions().areOtherThan(predicted)
        ? PilotWording.predictions(learning.predictions().error())
        : "more is known than when the last was made";
  }

  Optional<PlanTask> due() {
    return Optional.ofNullable(due);
  }

  /** The same, unless what was to be planned with is no longer true. */
  Optional<PlanTask> ofUse() {
    return isStale ? Optional.empty() : due();
  }

  /** There is a plan: for what, if it is to be used. */
  Optional<PlanTask> planned() {
    Optional<PlanTask> answered = ofUse();
    due = null;
    isStale = false;
    if (answered.isPresent()) {
      isWanted = isBare && answered.get().profile().requests() >= Learning.TELLING_REQUESTS;
      predicted = answered.get().predictions();
      isWholeNext = isBare;
      isBare = false;
      plans++;
    }
    return answered;
  }

  /**
   * There is none.
   *
   * @return whether one was asked for that would have been of use
   */
  boolean failed(long nowNanos) {
    boolean wasDue = ofUse().isPresent();
    due = null;
    isStale = false;
    notBeforeNanos = wasDue ? nowNanos + RETRY_NANOS : notBeforeNanos;
    return wasDue;
  }
}
