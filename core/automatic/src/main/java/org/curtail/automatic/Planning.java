package org.curtail.automatic;

import java.util.Optional;
import org.curtail.Profile;
import org.curtail.automatic.Learning.Drift;
import org.curtail.automatic.choose.JudgeSetting.Effort;
import org.curtail.automatic.choose.PlanTask;
import org.curtail.automatic.choose.PolicyMap;
import org.curtail.automatic.choose.PredictionError;
import org.curtail.automatic.choose.Scale;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the knowledge that suffices for a plan, and the plan that is due. Planning takes time, and
 * the service may change meanwhile. One plan at a time. Where there is no plan, a quick one comes
 * first, so that something serves soon, and one of all candidates as soon as more is known.
 */
final class Planning {
  /** Wait after a failed plan. */
  private static final long RETRY_NANOS = 60_000_000_000L;

  private final PilotSetting setting;
  private final Learning learning;
  private final EventLog log;

  /** The learned demand, planned with or not; empty while it does not suffice. */
  private Optional<Profile> profile;

  /** Error of predictions at the last plan. */
  private Optional<PredictionError> predicted = Optional.empty();

  private boolean isUnhelpful;
  private @Nullable PlanTask due;
  private boolean isWanted;

  /** True if there is no plan at all, not even a quick one. */
  private boolean isBare;

  /** True if there is only a quick plan. */
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

  /** Returns the demand, as far as it is known. */
  Optional<Profile> profile() {
    return profile;
  }

  /** Notes that there is something new to plan with. */
  void request() {
    isWanted = true;
  }

  /** Drops the demand, which no longer holds; a plan under way is not to be used. */
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
   * Checks whether enough is known, and requests a plan if so.
   *
   * @param serving plan that serves; empty if there is none
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
    if (!isBare && learning.predictions().differFrom(predicted)) {
      request();
    }
    profile
        .flatMap(known -> ask(known, serving, nowNanos))
        .ifPresent(task -> log.add(new PilotEvent.PlanBegun(nowNanos, task.reason())));
  }

  private void learned(Learning.Known known, long nowNanos) {
    profile = Optional.of(known.profile());
    request();
    isUnhelpful = false;
    log.add(PilotWording.event(known, learning.predictions(), nowNanos));
    if (learning.exploration().count() > 0) {
      log.add(
          new PilotEvent.Explored(
              nowNanos,
              learning.exploration().count(),
              learning.exploration().nanos(),
              "they tried higher degrees while cores were idle"));
    }
  }

  /**
   * Requests a plan if one is wanted and none is under way.
   *
   * @param serving plan that serves; empty if there is none
   * @return the plan now requested; empty if there is none, or if it was requested before
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
    return learning.predictions().differFrom(predicted)
        ? PilotWording.predictions(learning.predictions().error())
        : "more is known than when the last was made";
  }

  Optional<PlanTask> due() {
    return Optional.ofNullable(due);
  }

  /** Returns the plan that is due, unless its demand no longer holds. */
  Optional<PlanTask> ofUse() {
    return isStale ? Optional.empty() : due();
  }

  /**
   * Notes that the plan is made.
   *
   * @return its task, if the plan is to be used
   */
  Optional<PlanTask> planned() {
    Optional<PlanTask> answered = ofUse();
    due = null;
    isStale = false;
    if (answered.isPresent()) {
      isWanted = isBare && answered.get().profile().requests() >= Learning.TAIL_REQUESTS;
      predicted = answered.get().predictions();
      isWholeNext = isBare;
      isBare = false;
      plans++;
    }
    return answered;
  }

  /**
   * Notes that planning failed.
   *
   * @return true if a plan was due that would have been of use
   */
  boolean failed(long nowNanos) {
    boolean wasDue = ofUse().isPresent();
    due = null;
    isStale = false;
    notBeforeNanos = wasDue ? nowNanos + RETRY_NANOS : notBeforeNanos;
    return wasDue;
  }
}
