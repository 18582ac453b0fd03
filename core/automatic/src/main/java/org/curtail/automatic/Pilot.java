package org.curtail.automatic;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.automatic.Learning.Drift;
import org.curtail.automatic.choose.JudgeSetting;
import org.curtail.automatic.choose.PolicyMap;
import org.curtail.automatic.choose.Scale;
import org.curtail.automatic.guard.GuardSetting;
import org.curtail.automatic.guard.Guards;
import org.curtail.automatic.guard.LoadVerdict.Verdict;
import org.curtail.automatic.guard.Regret;
import org.curtail.automatic.guard.Slice;
import org.curtail.automatic.guard.Slices;
import org.curtail.automatic.guard.Slices.ServedBy;
import org.curtail.runtime.Metrics.CostClass;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.Timeline;
import org.jspecify.annotations.Nullable;

/**
 * Steers a service without prior measurement: it learns the demand, requests plans, serves by them,
 * and compares them with the baseline all the time.
 *
 * <p>A pure state machine without clock, thread or file. Its owner calls it and applies its
 * decisions:
 *
 * <pre>{@code
 * pilot.arrived(arrival, now);           // a request was submitted
 * pilot.ended(timeline, now);            // a request has ended
 * if (now >= pilot.nextNanos()) {
 *   curtail.policy(pilot.at(now));       // a step is due: the policy from now on
 * }
 * pilot.planDue().ifPresent(task -> ...) // plan elsewhere, then pilot.planned(map, now)
 * }</pre>
 *
 * <p>It works in a cycle. It <em>learns</em> under the baseline; a few requests try higher degrees
 * while cores are idle. When it knows enough, it requests a <em>plan</em>. It serves by the plan
 * and <em>compares</em> it with the baseline in slices of time. If the service <em>drifts</em> away
 * from the learned demand, it learns again. The old plan continues meanwhile, if it does not
 * promise the impossible.
 *
 * <p>Equal calls at equal times give equal decisions. Times are readings of one clock in
 * nanoseconds. After a jump back, time continues from its last value. Not thread-safe.
 */
public final class Pilot {
  private static final double SMOOTHING = 1.0 / 64;

  /** Share of a long request's response time that counts as a usual one. */
  private static final double LONG_SHARE = 0.25;

  /** Delay of a call, in slices, that counts as a jump of the clock. */
  private static final int LATE_SLICES = 10;

  private final PilotSetting setting;
  private final SteadyTime time = new SteadyTime();
  private final EventLog log;
  private final OfferedLoad offered;
  private final Learning learning;
  private final Slices slices;
  private final Contention contention;
  private final Guards guards;
  private final Planning planning;
  private final CurrentPolicy present;
  private boolean isFrozen;
  private double responseNanos;
  private long nowNanos = Long.MIN_VALUE;
  private @Nullable Serving serving;
  private boolean isToStep;
  private long steps;

  /** Number of plans used so far; each has its own order of slices. */
  private long servings;

  /** Creates a pilot without knowledge. It serves by the baseline and learns. */
  public Pilot(PilotSetting setting) {
    this(setting, PilotKnowledge.NOTHING);
  }

  /**
   * Creates a pilot with the knowledge of another, for example after a restart. It continues that
   * pilot's plan, or requests a plan for its profile.
   */
  public Pilot(PilotSetting setting, PilotKnowledge known) {
    this.setting = requireNonNull(setting, "setting");
    log = new EventLog(setting.eventsKept());
    offered = new OfferedLoad(new ArrivalPattern(log, setting.seed()));
    learning = new Learning(setting);
    slices = new Slices(setting.guard(), setting.cores());
    contention = new Contention(setting.cores());
    guards = new Guards(setting.guard());
    planning = new Planning(setting, learning, log, known);
    present = new CurrentPolicy(setting, log);
    known.profile().ifPresent(profile -> begin(profile, known));
  }

  private void begin(Profile profile, PilotKnowledge known) {
    learning.expect(profile);
    if (known.map().isPresent()) {
      guards.restore(known.verdicts());
      serving = serving(known.map().get(), profile.meanMs(1));
    } else {
      planning.request();
    }
  }

  // ---- Events.

  /**
   * Records a request.
   *
   * @param arrivalNanos time of its arrival
   * @param nowNanos time of this report
   */
  public void arrived(long arrivalNanos, long nowNanos) {
    long now = read(nowNanos);
    long arrival = Math.min(time.before(arrivalNanos), now);
    offered.arrived(now);
    slices.arrived(arrival, now);
    learning.arrived(arrival);
    share(now);
    Serving plan = serving;
    boolean isLoadNew = plan != null && plan.awaitsLoad() && offered.perSecond(now) > 0;
    isToStep |= slices.present() == null || isLoadNew;
  }

  /**
   * Records the refusal of a request that has {@linkplain #arrived}, because of too many waiting
   * ones.
   */
  public void refused(long nowNanos) {
    long now = read(nowNanos);
    slices.ended(now, 0, false, now);
    learning.left(now);
    share(now);
  }

  /** Records the end of a request for any reason. Reports may be late and in any order. */
  public void ended(Timeline request, long nowNanos) {
    long now = read(nowNanos);
    long response = request.responseNanos();
    boolean isInformative = request.outcome() != Outcome.FAILED && response >= 0;
    long arrival = time.before(request.arrivalNanos());
    slices.ended(arrival, response, isInformative, now);
    learning.left(arrival);
    if (isInformative) {
      responseNanos += (response - responseNanos) * SMOOTHING;
      if (!isFrozen && request.executionNanos() >= 0) {
        learn(request, arrival);
      }
    }
    share(now);
  }

  private void learn(Timeline request, long arrival) {
    long start = time.before(request.startNanos());
    long end = time.before(request.endNanos());
    ServedBy servedBy = slices.servedBy(arrival, end);
    double standsFor = learning.standsFor(request, servedBy);
    if (standsFor > 0) {
      learning.ended(contention.alone(request, arrival, start, end, servedBy, standsFor));
    }
  }

  /**
   * Sets the mean number of cores kept busy by anything but requests.
   *
   * @throws IllegalArgumentException if negative or not finite
   */
  public void background(double cores) {
    offered.background(cores);
  }

  /**
   * Updates contention. Served requests share the cores if they outnumber them; waiting ones need
   * none.
   */
  private void share(long now) {
    int served = Math.min(slices.inSystem(), setting.mostServedBy(policy()));
    int leftByBaseline = slices.leftByBaseline(setting.mostServedBy(setting.baseline()));
    contention.changed(now, Math.max(served, leftByBaseline), slices.inSystem());
  }

  private long read(long clockNanos) {
    long now = time.at(clockNanos);
    if (time.jumpNanos() < 0) {
      log.add(
          new PilotEvent.ClockJumped(
              now, time.jumpNanos(), "the clock went back; time continues from its last value"));
    }
    nowNanos = now;
    return now;
  }

  // ---- Steps.

  /**
   * Returns the latest time for the next call of {@link #at}: the end of a slice. Any other call
   * may change it. {@link Long#MAX_VALUE} if no step is due before the next request.
   */
  public long nextNanos() {
    if (isToStep) {
      return time.clockAt(nowNanos);
    }
    Slice slice = slices.present();
    if (slice == null || isFrozen || (slice.isIdle() && slices.inSystem() == 0)) {
      return Long.MAX_VALUE;
    }
    return time.clockAt(slice.endNanos());
  }

  /**
   * Advances time: ends and begins due slices.
   *
   * @return the policy from now on; the same object as before for no change
   */
  public Policy at(long nowNanos) {
    long now = read(nowNanos);
    for (Slices.NewVerdict newVerdict : slices.conclude(now)) {
      log.add(PilotWording.event(newVerdict, setting.guard(), now));
      isToStep |= newVerdict.verdict() == Verdict.HARM;
    }
    if (isFrozen) {
      isToStep = false;
      return policy();
    }
    Slice slice = slices.present();
    if (isToStep || slice == null || slice.isOver(now)) {
      reportIfLate(isToStep ? null : slice, now);
      isToStep = false;
      lookForDrift(now);
      planning.look(Optional.ofNullable(serving).map(Serving::map), now);
      step(now);
      share(now);
    }
    return policy();
  }

  private void reportIfLate(@Nullable Slice slice, long now) {
    if (slice != null && slice.lateNanos(now) > LATE_SLICES * slice.lengthNanos()) {
      log.add(
          new PilotEvent.ClockJumped(
              now,
              slice.lateNanos(now),
              "the clock jumped forward, or nobody called the pilot for so long"));
    }
  }

  private void lookForDrift(long now) {
    learning.drifted().ifPresent(drift -> begin(drift, now));
    Serving plan = serving;
    if (plan != null) {
      plan.alarmed(learning.isAlarmed());
      if (!learning.isAlarmed() && learning.isSuspect()) {
        plan.suspect();
      }
    }
  }

  /** Learns again. The kind of change decides about the plan. */
  private void begin(Drift drift, long now) {
    log.add(new PilotEvent.Drifted(now, drift.reason()));
    planning.drop(drift);
    Serving plan = serving;
    serving =
        switch (drift) {
          case Drift.PlanWrong wrong -> null;
          case Drift.PlanOld old -> plan == null ? null : serving(plan.map(), plan.meanMs());
          case Drift.Scaled scaled -> plan == null ? null : serving(plan, scaled.factor());
        };
    learning.relearn(drift);
    guards.forget(!(drift instanceof Drift.PlanWrong));
  }

  private void step(long now) {
    learning.setLoad(offered.present(now));
    ExplorationSchedule explorers = learning.exploration();
    Serving plan = serving;
    if (plan == null) {
      Policy policy = explorers.policy(++steps);
      GuardSetting guard = setting.guard();
      // Long requests of two humps need time to explore within a slice.
      long lengthNanos =
          Math.clamp(
              Math.round(learning.longResponseNanos()),
              guard.leastSliceNanos(),
              guard.mostSliceNanos());
      slices.beginUncompared(now, lengthNanos, null, !policy.equals(setting.baseline()));
      present.learn(policy, learning.completed(), now);
      return;
    }
    Policy baseline = explorers.besidePlan(++steps);
    // Of two humps, most requests are short, but slices must hold most of the long ones too.
    double usualNanos = Math.max(responseNanos, LONG_SHARE * learning.longResponseNanos());
    present.serve(plan.next(now, offered.present(now), usualNanos, baseline), now);
  }

  /** Returns the present policy. */
  public Policy policy() {
    return present.policy();
  }

  /** Returns true if the baseline serves, with or without exploring requests. */
  public boolean isBaseline() {
    return present.isBaseline();
  }

  // ---- Plans.

  /**
   * Returns the plan to make now, elsewhere. It stays the same until {@link #planned} or {@link
   * #planFailed}. If it becomes empty, the plan is useless: stop the planner and call {@code
   * planFailed}.
   */
  public Optional<JudgeSetting> planDue() {
    return isFrozen ? Optional.empty() : planning.usable();
  }

  boolean isFrozen() {
    return isFrozen;
  }

  /**
   * Accepts the plan of {@link #planDue}. It serves from the next {@link #at}. Ignored if no plan
   * was due, or the service has changed meanwhile.
   */
  public void planned(PolicyMap map, long nowNanos) {
    long now = read(nowNanos);
    Optional<JudgeSetting> task = planning.planned();
    if (task.isPresent()) {
      String words = PilotWording.map(map);
      Serving before = serving;
      if (before != null && !words.equals(PilotWording.map(before.map()))) {
        learning.classTimes().restart();
      }
      serving = serving(map, task.get().profile().meanMs(1));
      if (learning.completed() > 0) {
        learning.watch();
      }
      isToStep = true;
      log.add(new PilotEvent.Planned(now, words, PilotWording.reasons(map)));
    }
  }

  /** Returns a {@link Serving} of the same plan in another unit of time. */
  private Serving serving(Serving plan, double factor) {
    PolicyMap map = plan.map();
    return serving(
        planning
            .profile()
            .map(scaled -> new Scale(factor).map(map, scaled, setting.goal()))
            .orElse(map),
        plan.meanMs() * factor);
  }

  private Serving serving(PolicyMap map, double meanMs) {
    return new Serving(setting, slices, guards, map, meanMs, setting.seed() ^ ++servings);
  }

  /**
   * Records that planning failed. The present plan continues; the pilot requests another one later.
   */
  public void planFailed(String reason, long nowNanos) {
    long now = read(nowNanos);
    if (planning.failed(now)) {
      log.add(new PilotEvent.PlanFailed(now, reason));
    }
  }

  // ---- Users.

  /** Stops learning, comparing and planning; the present policy serves. */
  public void freeze(long nowNanos) {
    long now = read(nowNanos);
    if (!isFrozen) {
      isFrozen = true;
      slices.leave(now, setting.guard().leastSliceNanos());
      present.settle(Optional.ofNullable(serving).map(Serving::settled).orElse(setting.baseline()));
      isToStep = true;
      log.add(new PilotEvent.Frozen(now, true, "asked for; %s serves".formatted(present.name())));
    }
  }

  /** Undoes {@link #freeze}. */
  public void unfreeze(long nowNanos) {
    long now = read(nowNanos);
    if (isFrozen) {
      isFrozen = false;
      isToStep = true;
      // The load may have changed, and another policy may have served.
      offered.forget();
      Optional.ofNullable(serving).ifPresent(Serving::interrupted);
      log.add(new PilotEvent.Frozen(now, false, "asked for; the pilot learns and compares again"));
    }
  }

  /** Returns the knowledge for the next start. */
  public PilotKnowledge knowledge() {
    // A plan for a changed service is no good start.
    Optional<Profile> profile = planning.profile();
    Optional<PolicyMap> map = profile.flatMap(of -> Optional.ofNullable(serving)).map(Serving::map);
    return new PilotKnowledge(profile, map, map.isEmpty() ? List.of() : guards.verdicts());
  }

  /** Returns the cost and gain of comparing with the baseline so far. */
  public Regret regret() {
    return guards.regret();
  }

  /** Returns the cost so far of learning speedups. */
  public ExplorationCost explorationCost() {
    return learning.exploration().explorationCost();
  }

  /** Returns the response times of cheap and of expensive requests since the present plan. */
  public List<CostClass> classes() {
    return learning.classTimes().classes();
  }

  /** Returns the latest events, oldest first; at most {@link PilotSetting#eventsKept}. */
  public List<PilotEvent> events() {
    return log.latest();
  }

  /** Returns the number of all events, including dropped ones. */
  public long eventCount() {
    return log.count();
  }

  /** Returns knowledge, present policy and reasons in plain words, in some lines. */
  public String explain() {
    return PilotWording.explain(
        new PilotWording.State(
            present.name(),
            isFrozen ? "frozen; " + present.reason() : present.reason(),
            offered.present(nowNanos),
            setting.cores(),
            planning.profile(),
            learning,
            Optional.ofNullable(serving).map(Serving::map),
            guards),
        nowNanos);
  }

  /**
   * Cost of requests that tried more threads, to learn their gain.
   *
   * @param requests number of these requests, at least 0
   * @param coreNanos estimated core time beyond that of one thread each
   */
  public record ExplorationCost(long requests, long coreNanos) {}

  /** Present policy with its name and reason. Logs switches. */
  private static final class CurrentPolicy {
    private final PilotSetting setting;
    private final EventLog log;
    private Policy policy;
    private String name = "the safe policy";
    private String reason = PilotWording.learning(0);

    /** True if the baseline serves because of too few requests or too much cost of comparing. */
    private boolean isHeld;

    /** True if the baseline serves, with or without exploring requests. */
    private boolean isBaseline = true;

    CurrentPolicy(PilotSetting setting, EventLog log) {
      this.setting = setting;
      this.log = log;
      this.policy = setting.baseline();
    }

    Policy policy() {
      return policy;
    }

    /**
     * Returns the name of the chosen policy. In slices of a comparison, {@link #policy} may differ
     * from it.
     */
    String name() {
      return name;
    }

    String reason() {
      return reason;
    }

    boolean isBaseline() {
      return isBaseline;
    }

    void learn(Policy explorer, long requests, long nowNanos) {
      serve(explorer, true);
      switchTo("the safe policy", PilotWording.learning(requests), nowNanos);
    }

    void serve(Serving.Choice choice, long nowNanos) {
      serve(choice.policy(), choice.isBaseline());
      switchTo(choice.name(), choice.reason(), nowNanos);
      if (choice.isHeld() && !isHeld) {
        log.add(new PilotEvent.StayedSafe(nowNanos, choice.reason()));
      }
      // Logged once until a plan serves again, since such states come in groups.
      isHeld = choice.isHeld() || (isHeld && isBaseline);
    }

    /** Continues with a policy under the same name. */
    void settle(Policy settled) {
      serve(settled, settled.equals(setting.baseline()));
    }

    private void serve(Policy next, boolean isBaseline) {
      policy = next;
      this.isBaseline = isBaseline;
    }

    private void switchTo(String next, String why, long nowNanos) {
      if (!next.equals(name)) {
        log.add(new PilotEvent.Switched(nowNanos, name, next, why));
      }
      name = next;
      reason = why;
    }
  }
}
