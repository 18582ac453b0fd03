package org.curtail.automatic;

import java.util.Optional;
import org.curtail.Profile;
import org.curtail.automatic.Learning.Drift;
import org.curtail.automatic.choose.JudgeSetting;
import org.curtail.automatic.choose.JudgeSetting.Effort;
import org.curtail.automatic.choose.PolicyMap;
import org.curtail.automatic.choose.PredictionError;
import org.curtail.automatic.choose.Scale;
import org.jspecify.annotations.Nullable;

/**
 * Knowledge that suffices for a plan, and the plan that is due. One plan at a time. Planning takes
 * time, and the service may change meanwhile. The first plan is a quick one, so that a plan serves
 * soon. A plan of all candidates follows as soon as the pilot knows more.
 */
final class Planning {
  private static final long RETRY_NANOS = 60_000_000_000L;

  private final PilotSetting setting;
  private final Learning learning;
  private final EventLog log;

  /** Learned demand, with or without a plan; empty while it does not suffice. */
  private Optional<Profile> profile;

  /** Error of predictions at the last plan. */
  private Optional<PredictionError> predicted = Optional.empty();

  private boolean isUnhelpful;
  private @Nullable JudgeSetting due;
  private boolean isWanted;

  /** True if there is no plan at all, not even a quick one. */
  private boolean hasNoPlan;

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
    this.hasNoPlan = known.profile().isEmpty() || known.map().isEmpty();
  }

  Optional<Profile> profile() {
    return profile;
  }

  /** Records new knowledge for a plan. */
  void request() {
    isWanted = true;
  }

  /** Drops the outdated demand. A plan in progress becomes useless. */
  void drop(Drift drift) {
    profile =
        drift instanceof Drift.Scaled scaled
            ? profile.map(new Scale(scaled.factor())::profile)
            : Optional.empty();
    isWanted = false;
    isUnhelpful = false;
    hasNoPlan |= drift instanceof Drift.PlanWrong;
    isStale = due != null;
  }

  /**
   * Requests a plan if the knowledge suffices.
   *
   * @param serving present plan; empty if there is none
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
    if (!hasNoPlan && learning.predictions().differFrom(predicted)) {
      request();
    }
    profile.ifPresent(known -> ask(known, serving, nowNanos));
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
   * Requests a plan if needed, while no other is in progress.
   *
   * @param serving present plan; empty if there is none
   */
  private void ask(Profile profile, Optional<PolicyMap> serving, long nowNanos) {
    if (due != null || !isWanted || nowNanos < notBeforeNanos) {
      return;
    }
    due =
        JudgeSetting.of(profile, setting.cores(), setting.goal(), setting.seed() + plans)
            .predictedWith(learning.predictions().error())
            .with(hasNoPlan ? Effort.QUICK : Effort.FIRST)
            .beside(serving);
    log.add(new PilotEvent.PlanBegun(nowNanos, reason()));
  }

  private String reason() {
    if (hasNoPlan) {
      return "the first plan, with the simplest policy alone";
    }
    if (isWholeNext) {
      return "all policies, after the quick plan";
    }
    return learning.predictions().differFrom(predicted)
        ? PilotWording.predictions(learning.predictions().error())
        : "more is known than when the last was made";
  }

  Optional<JudgeSetting> due() {
    return Optional.ofNullable(due);
  }

  /** Returns the due plan, if its demand is still valid. */
  Optional<JudgeSetting> usable() {
    return isStale ? Optional.empty() : due();
  }

  /**
   * Records that the plan is made.
   *
   * @return its task, if the plan is to be used
   */
  Optional<JudgeSetting> planned() {
    Optional<JudgeSetting> answered = usable();
    due = null;
    isStale = false;
    if (answered.isPresent()) {
      isWanted = hasNoPlan && answered.get().profile().requests() >= Learning.TAIL_REQUESTS;
      predicted = answered.get().predictions();
      isWholeNext = hasNoPlan;
      hasNoPlan = false;
      plans++;
    }
    return answered;
  }

  /**
   * Records that planning failed.
   *
   * @return true if a useful plan was due
   */
  boolean failed(long nowNanos) {
    boolean wasDue = usable().isPresent();
    due = null;
    isStale = false;
    notBeforeNanos = wasDue ? nowNanos + RETRY_NANOS : notBeforeNanos;
    return wasDue;
  }
}
