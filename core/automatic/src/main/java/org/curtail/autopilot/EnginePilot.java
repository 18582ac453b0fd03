package org.curtail.autopilot;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.curtail.Policy;
import org.curtail.automatic.Pilot;
import org.curtail.automatic.PilotEvent;
import org.curtail.automatic.PilotKnowledge;
import org.curtail.automatic.PilotSetting;
import org.curtail.automatic.PilotWording;
import org.curtail.automatic.choose.PolicyMap;
import org.curtail.runtime.Autopilot;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.Metrics;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.Timeline;
import org.jspecify.annotations.Nullable;

/**
 * Steers an engine by a {@link Pilot}. The engine's threads only add events to a queue. One thread
 * passes them to the pilot and applies its decisions; another thread plans. After any failure here,
 * the engine continues with the baseline and logs one message.
 */
final class EnginePilot implements Autopilot {
  private static final System.Logger LOG = System.getLogger("org.curtail");

  /** Capacity of the queue: a busy engine's events of some hundredths of a second. */
  private static final int MOST_EVENTS = 1 << 17;

  /** Least done share of a plan for an estimate of its end. */
  private static final double LEAST_DONE = 0.05;

  /** Greatest delay of an event in the queue, or of its thread. */
  private static final long MOST_LATE_NANOS = 1_000_000_000L;

  private final PilotSetting setting;
  private final Wanted wanted;
  private final int threads;
  private final LongSupplier clock;
  private final EventQueue events = new EventQueue(MOST_EVENTS);
  private final PilotThread stepping;
  private final PlanningThread planning;
  private volatile @Nullable Curtail engine;
  private volatile @Nullable Throwable failure;

  /** Copy for lock-free reads. */
  private volatile Metrics.Decisions counts;

  /** The engine's cores that the rest of the process keeps busy. */
  private volatile double backgroundCores;

  // The pilot's lock guards the fields below.
  private final Pilot pilot;
  private final BackgroundLoad background;
  private final long beganNanos;

  private long reportedNanos;

  private final PilotLog log;
  private boolean frozen;

  /**
   * Time of the request for the present plan, without frozen times; {@link #planningNanos} is the
   * time of the last plan.
   */
  private long planBegunNanos;

  private boolean isPlanning;
  private long frozenNanos;
  private long planningNanos;

  EnginePilot(Pilot pilot, PilotLog log, PilotSetting setting, Wanted wanted, int threads) {
    this.pilot = pilot;
    this.log = log;
    this.setting = setting;
    this.wanted = wanted;
    this.threads = threads;
    counts = log.counts();
    clock = wanted.clock();
    beganNanos = clock.getAsLong();
    reportedNanos = beganNanos;
    stepping = new PilotThread(wanted.engineName(), this::stepSurviving);
    planning =
        new PlanningThread(
            wanted
                .planningThreads()
                .orElse(task -> PlanningThread.lowPriority(wanted.engineName(), task)),
            wanted.cores(),
            () -> {
              Curtail serving = engine;
              return serving == null
                  ? 0
                  : wanted.cores() - serving.threadsBusy() - (int) Math.round(backgroundCores);
            },
            new PlanningThread.Result() {
              @Override
              public void planned(PolicyMap map) {
                EnginePilot.this.planned(map);
              }

              @Override
              public void failed(Throwable why) {
                planFailed(why);
              }
            });
    background = BackgroundLoad.ofProcess(wanted.cores(), planning::spentNanos);
  }

  // ---- Called by the engine's threads.

  @Override
  public void arrived(long request, long atNanos, RequestOptions options) {
    events.add(new EventQueue.Arrived(atNanos));
    stepping.wake();
  }

  @Override
  public void refused(long request, long atNanos) {
    events.add(new EventQueue.Refused(atNanos));
    stepping.wake();
  }

  @Override
  public void ended(long request, Timeline timeline) {
    events.add(new EventQueue.Ended(timeline));
    stepping.wake();
  }

  // ---- For the engine.

  @Override
  public Policy policy() {
    synchronized (pilot) {
      return pilot.policy();
    }
  }

  @Override
  public int threads() {
    return threads;
  }

  @Override
  public void engage(Curtail curtail) {
    engine = curtail;
    planning.start();
    stepping.start();
  }

  @Override
  public void disengage() {
    stepping.close();
    planning.close();
  }

  // ---- Steps.

  private long stepSurviving(long unused) {
    try {
      return step();
    } catch (Throwable e) {
      giveUp(e);
      return Long.MAX_VALUE;
    }
  }

  /**
   * Passes events to the pilot, and applies its decisions.
   *
   * @return the latest time of the next step, by {@link System#nanoTime}
   */
  long step() {
    Curtail serving = engine;
    if (serving == null) {
      return Long.MAX_VALUE;
    }
    synchronized (pilot) {
      events.drain(this::report);
      long nowNanos = now();
      lookAtBackground();
      if (nowNanos >= pilot.nextNanos()) {
        Policy next = pilot.at(nowNanos);
        if (!isInForce(next, serving)) {
          serving.policy(next);
        }
      }
      if (planning.isIdle() && !frozen) {
        pilot
            .planDue()
            .ifPresent(task -> {
              planBegunNanos = nowNanos;
              isPlanning = true;
              planning.plan(task);
            });
      } else if (!frozen && pilot.planDue().isEmpty()) {
        planning.stop();
      }
      reportEvents();
      long nextNanos = pilot.nextNanos();
      return nextNanos == Long.MAX_VALUE ? nextNanos : System.nanoTime() + (nextNanos - nowNanos);
    }
  }

  @SuppressWarnings("ReferenceEquality") // The same object means no change.
  private static boolean isInForce(Policy policy, Curtail serving) {
    return policy == serving.policy();
  }

  /** Updates the background load. Observations do not count while frozen. */
  private void lookAtBackground() {
    if (frozen) {
      background.forget();
    } else {
      background.observe(System.nanoTime());
    }
    backgroundCores = background.cores();
    pilot.background(backgroundCores);
  }

  private void report(EventQueue.RequestEvent event) {
    switch (event) {
      case EventQueue.Arrived arrived -> {
        log.arrived();
        background.arrived();
        pilot.arrived(arrived.nanos(), notBefore(arrived.nanos()));
      }
      case EventQueue.Refused refused -> pilot.refused(notBefore(refused.nanos()));
      case EventQueue.Ended ended -> {
        Timeline timeline = ended.timeline();
        background.ended(timeline.demandNanos(), Math.max(timeline.executionNanos(), 0));
        pilot.ended(timeline, notBefore(timeline.endNanos()));
      }
    }
  }

  private long now() {
    return notBefore(clock.getAsLong());
  }

  /**
   * Returns this time, but at least the latest one. Threads report events in nearly the right
   * order, and the pilot needs the exact order. The pilot handles greater steps back.
   */
  private long notBefore(long nanos) {
    boolean isLate = nanos < reportedNanos && reportedNanos - nanos < MOST_LATE_NANOS;
    reportedNanos = isLate ? reportedNanos : nanos;
    return reportedNanos;
  }

  private void reportEvents() {
    for (PilotEvent event : log.look()) {
      Decisions.record(wanted.engineName(), event);
      LOG.log(
          System.Logger.Level.DEBUG,
          () ->
              "engine %s %s: %s"
                  .formatted(wanted.engineName(), Decisions.what(event), event.reason()));
    }
    counts = log.counts();
  }

  private void planned(PolicyMap map) {
    synchronized (pilot) {
      planEnded();
      pilot.planned(map, now());
    }
  }

  private void planEnded() {
    planningNanos = planningNanos();
    isPlanning = false;
  }

  private void planFailed(Throwable why) {
    synchronized (pilot) {
      planEnded();
      pilot.planFailed("planning failed: " + why, now());
    }
  }

  /** Serves by the baseline from now on, without learning. */
  private void giveUp(Throwable why) {
    if (failure != null) {
      return;
    }
    failure = why;
    disengage();
    try {
      LOG.log(
          System.Logger.Level.ERROR,
          "engine %s chooses no policy any more, and serves by the safe one"
              .formatted(wanted.engineName()),
          why);
      Curtail serving = engine;
      if (serving != null) {
        serving.policy(setting.baseline());
      }
    } catch (Throwable unreportable) {
      // Logging has failed too.
    }
  }

  // ---- For users.

  @Override
  public void freeze() {
    synchronized (pilot) {
      if (!frozen) {
        events.drain(this::report);
        frozen = true;
        frozenNanos = now();
        planning.pause(true);
        pilot.freeze(frozenNanos);
      }
    }
  }

  @Override
  public void thaw() {
    synchronized (pilot) {
      if (frozen) {
        frozen = false;
        planBegunNanos += now() - frozenNanos;
        planning.pause(false);
        pilot.unfreeze(now());
      }
    }
  }

  @Override
  public String explain() {
    var text = new StringBuilder();
    Throwable failed = failure;
    synchronized (pilot) {
      if (failed == null) {
        text.append(pilot.explain());
      } else {
        text.append(
            "chooses no policy any more, and serves by %s: %s"
                .formatted(setting.baseline().description(), failed));
      }
    }
    if (text.charAt(text.length() - 1) != '\n') {
      text.append('\n');
    }
    if (!planning.isIdle()) {
      text.append(
          String.format(
              Locale.ROOT,
              "A plan is being made: at least %.0f %% of the work is done%s.%n",
              100 * planning.doneShare(),
              remainingPlanning(planning.doneShare())));
    }
    if (events.leftOut() > 0) {
      text.append(
          "%,d events of requests were left out, since more came than were read.\n"
              .formatted(events.leftOut()));
    }
    return text.toString();
  }

  /** Returns the estimated rest of planning in words; empty if too little is done. */
  private String remainingPlanning(double doneShare) {
    return doneShare < LEAST_DONE
        ? ""
        : "; the plan may be ready in "
            + PilotWording.duration(planningNanos() / 1e9 * (1 - doneShare) / doneShare);
  }

  @Override
  public long planningNanos() {
    synchronized (pilot) {
      long untilNanos = frozen ? frozenNanos : now();
      return isPlanning ? Math.max(untilNanos - planBegunNanos, 0) : planningNanos;
    }
  }

  @Override
  public List<String> decisions() {
    synchronized (pilot) {
      return pilot.events().stream().map(event -> Decisions.line(event, beganNanos)).toList();
    }
  }

  @Override
  public List<Decision> history() {
    synchronized (pilot) {
      reportEvents();
      return log.decisions();
    }
  }

  @Override
  public Metrics.Decisions counts() {
    return counts;
  }

  @Override
  public boolean export(Writer out) throws IOException {
    PilotKnowledge knowledge;
    synchronized (pilot) {
      knowledge = pilot.knowledge();
    }
    if (knowledge.equals(PilotKnowledge.NOTHING)) {
      return false;
    }
    AutomaticJson.write(new AutomaticJson.Saved(setting.cores(), knowledge), out);
    return true;
  }
}
