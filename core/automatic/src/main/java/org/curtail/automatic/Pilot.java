package org.curtail.automatic;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.Timeline;
import org.jspecify.annotations.Nullable;

/**
 * Steers a service that nobody has measured: learns its demand, has plans made, serves by them, and
 * compares them with the safe policy all the time.
 *
 * <p>A function of what it is told: no clock, no thread, no file. Who owns it feeds it and does
 * what it says:
 *
 * <pre>{@code
 * pilot.arrived(arrival, now);           // a request was submitted
 * pilot.ended(timeline, now);            // a request has ended
 * if (now >= pilot.nextNanos()) {
 *   curtail.policy(pilot.at(now));       // time has come: the policy from now on
 * }
 * pilot.planDue().ifPresent(task -> ...) // plan elsewhere, then pilot.planned(map, now)
 * }</pre>
 *
 * <p>It goes round: it <em>learns</em> by the safe policy, of which a few requests try higher
 * degrees while cores are idle; once it knows enough, it asks for a <em>plan</em>; it serves by the
 * plan, <em>compared</em> with the safe policy in slices of time; when the service <em>drifts</em>
 * away from what was learned, it learns anew. The old plan goes on meanwhile, unless it promises
 * what is not there.
 *
 * <p>The same calls at the same times give the same decisions. Times are readings of one clock in
 * nanoseconds; one that goes back is taken to go on from where it was. For one thread at a time.
 */
public final class Pilot {
  private static final double SMOOTHING = 1.0 / 64;

  /** Called so many slices too late, it says that the clock must have jumped. */
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
  private final PresentPolicy present;
  private boolean isFrozen;
  private double responseNanos;
  private long nowNanos = Long.MIN_VALUE;
  private @Nullable Serving serving;
  private boolean isToStep;
  private long steps;

  /** Each has an order of slices of its own. */
  private long servings;

  /** Begins with knowing nothing: it serves by the safe policy and learns. */
  public Pilot(PilotSetting setting) {
    this(setting, PilotKnowledge.NOTHING);
  }

  /**
   * Begins where another one was, for example before a restart: by its plan if there is one; by a
   * plan for its profile as soon as there is one; else with knowing nothing.
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
    present = new PresentPolicy(setting, log);
    known.profile().ifPresent(profile -> begin(profile, known));
  }

  private void begin(Profile profile, PilotKnowledge known) {
    learning.expect(profile);
    if (known.map().isPresent()) {
      guards.restore(known.verdicts());
      serving = serving(known.map().get(), profile.meanMs(1));
    } else {
      planning.want();
    }
  }

  // ---- What happens.

  /** A request was submitted at the first moment; that is told at the second, perhaps later. */
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

  /** A request that has {@linkplain #arrived} was refused, since too many were waiting. */
  public void refused(long nowNanos) {
    long now = read(nowNanos);
    slices.ended(now, 0, false, now);
    learning.left(now);
    share(now);
  }

  /** A request has ended, however it ended. Ends may be told late and in any order. */
  public void ended(Timeline request, long nowNanos) {
    long now = read(nowNanos);
    long response = request.responseNanos();
    boolean isTelling = request.outcome() != Outcome.FAILED && response >= 0;
    long arrival = time.before(request.arrivalNanos());
    slices.ended(arrival, response, isTelling, now);
    learning.left(arrival);
    if (isTelling) {
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
   * From now on so many of the cores are kept busy by something else than requests, in the mean.
   *
   * @throws IllegalArgumentException if negative or not finite
   */
  public void background(double cores) {
    offered.background(cores);
  }

  /** Requests that are served share the cores, if they are more; those that wait take nothing. */
  private void share(long now) {
    int served = Math.min(slices.inSystem(), setting.mostServedBy(policy()));
    int leftBySafe = slices.leftBySafe(setting.mostServedBy(setting.safe()));
    contention.changed(now, Math.max(served, leftBySafe), slices.inSystem());
  }

  private long read(long clockNanos) {
    long now = time.at(clockNanos);
    if (time.jumpNanos() < 0) {
      log.add(
          new PilotEvent.ClockJumped(
              now, time.jumpNanos(), "the clock went back; time goes on from where it was"));
    }
    nowNanos = now;
    return now;
  }

  // ---- What is to be done.

  /**
   * When {@link #at} is to be called next, at the latest: a slice of time ends then. It may move
   * with every other call. {@link Long#MAX_VALUE} if there is nothing to do before the next
   * request.
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
   * Time has passed: ends what is over, begins what is due.
   *
   * @return the policy that serves from now on; the same object as before if nothing changes
   */
  public Policy at(long nowNanos) {
    long now = read(nowNanos);
    for (Slices.News news : slices.conclude(now)) {
      log.add(PilotWording.event(news, setting.guard(), now));
      isToStep |= news.verdict() == Verdict.HARM;
    }
    if (isFrozen) {
      isToStep = false;
      return policy();
    }
    Slice slice = slices.present();
    if (isToStep || slice == null || slice.isOver(now)) {
      tellIfLate(isToStep ? null : slice, now);
      isToStep = false;
      lookForDrift(now);
      planning.look(Optional.ofNullable(serving).map(Serving::map), now);
      step(now);
      share(now);
    }
    return policy();
  }

  private void tellIfLate(@Nullable Slice slice, long now) {
    if (slice != null && slice.lateNanos(now) > LATE_SLICES * slice.lengthNanos()) {
      log.add(
          new PilotEvent.ClockJumped(
              now, slice.lateNanos(now), "the clock jumped forth, or nobody called for so long"));
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

  /** Learns anew; what becomes of the plan depends on what has changed. */
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
    learning.arriving(offered.present(now));
    Explorers explorers = learning.explorers();
    Serving plan = serving;
    if (plan == null) {
      Policy policy = explorers.policy(++steps);
      long lengthNanos = setting.guard().leastSliceNanos();
      slices.beginUncompared(now, lengthNanos, null, !policy.equals(setting.safe()));
      present.learn(policy, learning.completed(), now);
      return;
    }
    Policy safe = explorers.besidePlan(++steps);
    present.serve(plan.next(now, offered.present(now), responseNanos, safe), now);
  }

  /** The policy that serves at present. */
  public Policy policy() {
    return present.policy();
  }

  /** Whether that is the safe policy, of which a few requests may try higher degrees. */
  public boolean isSafe() {
    return present.isSafe();
  }

  // ---- Plans.

  /**
   * What is to be planned now, elsewhere. The same until {@link #planned} or {@link #planFailed},
   * or until it is of no use any more: then whoever plans may stop, and call the latter.
   */
  public Optional<PlanTask> planDue() {
    return isFrozen ? Optional.empty() : planning.ofUse();
  }

  boolean isFrozen() {
    return isFrozen;
  }

  /**
   * The plan that {@link #planDue} asked for. It serves from the next {@link #at}. Ignored if
   * nobody has asked, or the service has changed meanwhile.
   */
  public void planned(PolicyMap map, long nowNanos) {
    long now = read(nowNanos);
    Optional<PlanTask> task = planning.planned();
    if (task.isPresent()) {
      serving = serving(map, task.get().profile().meanMs(1));
      if (learning.completed() > 0) {
        learning.watch();
      }
      isToStep = true;
      log.add(new PilotEvent.Planned(now, PilotWording.map(map), PilotWording.reasons(map)));
    }
  }

  /** By the same plan, in another unit of time. */
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

  /** There is no plan. The present one goes on; the pilot asks again later. */
  public void planFailed(String reason, long nowNanos) {
    long now = read(nowNanos);
    if (planning.failed(now)) {
      log.add(new PilotEvent.PlanFailed(now, reason));
    }
  }

  // ---- Users.

  /** From now on nothing is learned, compared or planned, and the present policy serves. */
  public void freeze(long nowNanos) {
    long now = read(nowNanos);
    if (!isFrozen) {
      isFrozen = true;
      slices.leave(now, setting.guard().leastSliceNanos());
      present.settle(Optional.ofNullable(serving).map(Serving::settled).orElse(setting.safe()));
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
      // The load may be another one, and perhaps nobody served meanwhile.
      offered.forget();
      Optional.ofNullable(serving).ifPresent(Serving::interrupted);
      log.add(new PilotEvent.Frozen(now, false, "asked for; it learns and compares again"));
    }
  }

  /** What it knows, to begin with at the next start. */
  public PilotKnowledge knowledge() {
    // A plan for what the service was is no good begin.
    Optional<Profile> profile = planning.profile();
    Optional<PolicyMap> map = profile.flatMap(of -> Optional.ofNullable(serving)).map(Serving::map);
    return new PilotKnowledge(profile, map, map.isEmpty() ? List.of() : guards.verdicts());
  }

  /** What the comparison with the safe policy cost and won so far. */
  public Regret regret() {
    return guards.regret();
  }

  /** What it cost so far to learn what more threads bring. */
  public Tried tried() {
    return learning.explorers().tried();
  }

  /** The latest events, the oldest first; at most {@link PilotSetting#eventsKept}. */
  public List<PilotEvent> events() {
    return log.latest();
  }

  /** How many events there have been, with those that are no longer kept. */
  public long eventCount() {
    return log.count();
  }

  /** What it knows, serves by and why, in plain words; some lines. */
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
}
