package org.curtail.runtime;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.curtail.Profile;
import org.curtail.autopilot.SteppedSpeedPilot;
import org.curtail.energy.SpeedSteering;
import org.curtail.sim.Trace;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Engine with classes of speed, on one thread, with a clock that stands still during events. A
 * profile gives the computing time of its requests, by the speed of their thread. At each event all
 * threads reach a border, as with very short chunks.
 */
final class TimedSpeedEngine {
  private static final long NEVER = Long.MAX_VALUE;
  private static final double ROUNDING_NANOS = 1e-3;
  private static final int MOST_ROUNDS = 1_000;

  /** Request, with its remaining work when it reached its present thread. */
  private final class Job implements SharedWork<Integer, Integer> {
    final int index;
    final long arrivalNanos;
    @Nullable Request<Integer, Integer> request;
    double remainingNanos;
    long sinceNanos;
    double progress;
    int speedClass = -1;
    long startNanos;
    long endNanos = NEVER;

    Job(int index) {
      this.index = index;
      arrivalNanos = arrivalNanos(index);
      remainingNanos = profile.timeMs(trace.request(index), 1) * 1e6;
    }

    Request<Integer, Integer> request() {
      return requireNonNull(request);
    }

    void comesTo(int aClass) {
      long delayNanos = 0;
      if (speedClass < 0) {
        startNanos = nowNanos;
      } else {
        remainingNanos =
            Math.max(0, remainingNanos - Math.max(0, nowNanos - sinceNanos) * progress);
        busyNanos[speedClass] += nowNanos - classSinceNanos;
        delayNanos = machine.moveNanos();
      }
      speedClass = aClass;
      classSinceNanos = nowNanos;
      sinceNanos = nowNanos + delayNanos;
      progress = machine.progress(aClass);
      endNanos = sinceNanos + (long) Math.ceil(remainingNanos / progress - ROUNDING_NANOS);
    }

    private long classSinceNanos;

    @Override
    public int chunks() {
      return 100_000_000;
    }

    @Override
    public Integer join() {
      return index;
    }

    @Override
    public boolean workersMove() {
      return true;
    }

    @Override
    public void run(Integer worker, int chunk, Checkpoint checkpoint) {
      ranChunk = true;
    }

    @Override
    public Integer complete(List<Integer> workers) {
      assertThat(workers).containsExactly(index);
      return index;
    }
  }

  private final Profile profile;
  private final SpeedMachine machine;
  private final Trace trace;
  private final Engine engine;
  private final List<Worker> workers;
  private final Map<Long, Job> jobs = new HashMap<>();

  /** By place in the trace. */
  private final Map<Integer, Job> running = new TreeMap<>();

  private final Set<Worker> computing = new HashSet<>();
  private final SteppedSpeedPilot pilot;
  private final long periodNanos;
  private long nextSteeringNanos;
  private final List<String> moments = new ArrayList<>();
  private final Map<Integer, Integer> before = new TreeMap<>();
  final long[] busyNanos;
  final long[] latencyNanos;
  final long[] waitNanos;
  private long nowNanos;
  private int arrived;
  private int ended;
  private boolean ranChunk;

  TimedSpeedEngine(Profile profile, SpeedMachine machine, SpeedPolicy policy, Trace trace) {
    this(profile, machine, SpeedSteering.steady(policy), trace);
  }

  /** Creates an engine with replacements of policies while requests run. */
  TimedSpeedEngine(Profile profile, SpeedMachine machine, SpeedSteering steering, Trace trace) {
    this.profile = profile;
    this.machine = machine;
    this.trace = trace;
    busyNanos = new long[machine.classes().size()];
    latencyNanos = new long[trace.size()];
    waitNanos = new long[trace.size()];
    pilot = new SteppedSpeedPilot(steering, () -> nowNanos);
    periodNanos = steering.periodNanos();
    nextSteeringNanos = periodNanos;
    Curtail curtail =
        Curtail.with(machine, pilot.pilot().policy())
            .clock(() -> nowNanos)
            .listener(pilot.pilot())
            .listener(
                new RequestListener() {
                  @Override
                  public void placed(
                      long request, long atNanos, int thread, int speedClass, int fromClass) {
                    Job job = requireNonNull(jobs.get(request));
                    job.comesTo(speedClass);
                    running.put(job.index, job);
                  }
                })
            .startWithoutThreads();
    engine = curtail.engine();
    workers = curtail.workers();
    pilot.attach(curtail);
  }

  private long arrivalNanos(int index) {
    return Math.round(trace.arrivalMs(index) * 1e6);
  }

  /** Serves all requests. Returns the places of all, moment by moment. */
  List<String> run() {
    while (ended < trace.size()) {
      nowNanos = nextNanos();
      complete();
      arrive();
      steer();
      if (nowNanos >= engine.alarmNanos) {
        engine.dispatchDue();
      }
      settle();
      note();
    }
    return moments;
  }

  private long nextNanos() {
    long next = arrived < trace.size() ? arrivalNanos(arrived) : NEVER;
    for (Job job : running.values()) {
      next = Math.min(next, job.endNanos);
    }
    next = Math.min(next, Math.max(engine.view().alarmNanos(), nowNanos + 1));
    next = Math.min(next, nextSteeringNanos);
    assertThat(next).as("an event happens once").isLessThan(NEVER);
    return next;
  }

  private void complete() {
    for (Job job : List.copyOf(running.values())) {
      if (job.endNanos <= nowNanos) {
        job.request().enough();
        for (Worker worker : workers) {
          while (worker.serves(job.request())) {
            worker.step();
            computing.remove(worker);
          }
        }
        running.remove(job.index);
        busyNanos[job.speedClass] += nowNanos - job.classSinceNanos;
        latencyNanos[job.index] = nowNanos - job.arrivalNanos;
        waitNanos[job.index] = job.startNanos - job.arrivalNanos;
        ended++;
      }
    }
  }

  private void arrive() {
    while (arrived < trace.size() && arrivalNanos(arrived) <= nowNanos) {
      var job = new Job(arrived++);
      var request =
          new Request<>(engine.nextId(), job, RequestOptions.NONE, engine, nowNanos, null);
      job.request = request;
      jobs.put(request.id(), job);
      engine.accept(request, true);
    }
  }

  private void steer() {
    if (nextSteeringNanos <= nowNanos) {
      pilot.step();
      nextSteeringNanos += periodNanos;
    }
  }

  /** All threads reach a border, again and again until all compute where they should. */
  private void settle() {
    boolean isAnyNew;
    int rounds = 0;
    do {
      assertThat(++rounds).as("rounds at %d ns", nowNanos).isLessThan(MOST_ROUNDS);
      isAnyNew = false;
      for (Worker worker : workers) {
        boolean computed = computing.remove(worker);
        if (computed) {
          worker.step();
          isAnyNew |= !worker.hasBegun();
        }
        ranChunk = false;
        while (worker.hasWork() && !ranChunk) {
          worker.step();
        }
        if (ranChunk) {
          computing.add(worker);
          isAnyNew |= !computed;
        }
      }
      // A request that left has freed a core for others, and has another thread. A request that
      // has just begun may want another class; with one more running request, so may the others.
    } while (isAnyNew);
  }

  private void note() {
    var now = new TreeMap<Integer, Integer>();
    running.forEach((index, job) -> now.put(index, job.speedClass));
    if (!now.equals(before)) {
      moments.add(nowNanos + " " + now);
      before.clear();
      before.putAll(now);
    }
  }
}
