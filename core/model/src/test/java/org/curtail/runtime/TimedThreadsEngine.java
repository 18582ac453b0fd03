package org.curtail.runtime;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.sim.Trace;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Engine with classes of speed whose requests may have several threads, on one thread, with a clock
 * that stands still during events. A profile gives a request's progress for its number of threads,
 * at the mean speed of their cores. At each event all threads reach a border, as with very short
 * chunks. As in the simulation, events of one moment happen at once.
 */
final class TimedThreadsEngine {
  private static final long NEVER = Long.MAX_VALUE;
  private static final double ROUNDING_NANOS = 1e-3;
  private static final int MOST_ROUNDS = 1_000;

  /** Time of a thread's arrival on its class, and the time from which it computes there. */
  private record Stay(int speedClass, long worksFromNanos) {}

  /** Request that always has one more chunk. So the engine calls its policy at each look. */
  private final class Job implements SharedWork<Integer, Integer>, Request.StreamedWork {
    final int index;
    final long arrivalNanos;
    private @Nullable Request<Integer, Integer> request;
    Map<SpeedPlacing.Place, Stay> stays = new HashMap<>();
    double remaining = 1;
    double ratePerNano;
    long endNanos = NEVER;
    long startNanos = NEVER;

    Job(int index) {
      this.index = index;
      arrivalNanos = arrivalNanos(index);
    }

    Request<Integer, Integer> request() {
      return requireNonNull(request);
    }

    @Override
    public int chunks() {
      return 0;
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
      request().offer();
      ranChunk = true;
    }

    @Override
    public Integer complete(List<Integer> workers) {
      return index;
    }

    @Override
    public void belongsTo(Request<?, ?> owner) {}

    @Override
    public boolean needsRescue(long atNanos, boolean closed) {
      return false;
    }

    @Override
    public void engineIsBroken() {}

    @Override
    public boolean callerIsGone(long atNanos, boolean closed) {
      return false;
    }

    @Override
    public void leave() {}

    @Override
    public long nextLookNanos(long atNanos) {
      return NEVER;
    }
  }

  private final Profile profile;
  private final SpeedMachine machine;
  private final Trace trace;
  private final Engine engine;
  private final List<Worker> workers;

  /** Started and unfinished requests, by place in the trace. */
  private final Map<Integer, Job> running = new TreeMap<>();

  private final Map<Request<?, ?>, Job> jobs = new HashMap<>();
  private final Set<Worker> computing = new HashSet<>();
  private final List<String> moments = new ArrayList<>();
  private String before = "{}";
  final long[] busyNanos;
  final long[] latencyNanos;
  final long[] waitNanos;
  private long nowNanos;
  private int arrived;
  private int ended;
  private boolean ranChunk;

  TimedThreadsEngine(
      Profile profile, SpeedMachine machine, Policy policy, SpeedPolicy speeds, Trace trace) {
    this.profile = profile;
    this.machine = machine;
    this.trace = trace;
    busyNanos = new long[machine.classes().size()];
    latencyNanos = new long[trace.size()];
    waitNanos = new long[trace.size()];
    Curtail curtail =
        Curtail.with(policy, machine, speeds).clock(() -> nowNanos).startWithoutThreads();
    engine = curtail.engine();
    workers = curtail.workers();
  }

  private long arrivalNanos(int index) {
    return Math.round(trace.arrivalMs(index) * 1e6);
  }

  /** Serves all requests. Returns the places of all, moment by moment. */
  List<String> run() {
    while (ended < trace.size()) {
      advance(nextNanos());
      engine.atOnce(() -> {
        complete();
        arrive();
      });
      settle();
      setRates();
      note();
    }
    return moments;
  }

  private long nextNanos() {
    long next = arrived < trace.size() ? arrivalNanos(arrived) : NEVER;
    for (Job job : running.values()) {
      next = Math.min(next, job.endNanos);
      next = Math.min(next, Math.max(job.request().dueNanos(), nowNanos + 1));
      for (Stay stay : job.stays.values()) {
        if (stay.worksFromNanos > nowNanos) {
          next = Math.min(next, stay.worksFromNanos);
        }
      }
    }
    next = Math.min(next, Math.max(engine.view().alarmNanos(), nowNanos + 1));
    assertThat(next).as("an event happens once").isLessThan(NEVER);
    return next;
  }

  private void advance(long toNanos) {
    long elapsedNanos = toNanos - nowNanos;
    for (Job job : running.values()) {
      job.remaining = Math.max(0, job.remaining - elapsedNanos * job.ratePerNano);
      job.stays.values().forEach(stay -> busyNanos[stay.speedClass] += elapsedNanos);
    }
    nowNanos = toNanos;
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
      jobs.put(request, job);
      for (int chunk = 0; chunk <= workers.size(); chunk++) {
        request.offer();
      }
      // A started request has work for several threads at once.
      request.beginOutside();
      engine.accept(request, true);
    }
  }

  /** All threads reach a border, until all compute where they should. */
  private void settle() {
    var changed = new boolean[1];
    int rounds = 0;
    do {
      assertThat(rounds++)
          .as("rounds until all threads are where they should be")
          .isLessThan(MOST_ROUNDS);
      changed[0] = false;
      engine.atOnce(() -> changed[0] = passBorders());
      changed[0] |= workers.stream().anyMatch(one -> one.hasWork() && !computing.contains(one));
    } while (changed[0]);
  }

  /** Returns true if a thread came or left. */
  private boolean passBorders() {
    boolean changed = false;
    for (Worker worker : workers) {
      if (computing.remove(worker)) {
        worker.step();
        changed |= !worker.hasBegun();
      } else {
        changed |= worker.hasWork();
      }
      ranChunk = false;
      while (worker.hasWork() && !ranChunk) {
        worker.step();
      }
      if (ranChunk) {
        computing.add(worker);
      }
    }
    return changed;
  }

  private void setRates() {
    for (Request<?, ?> request : engine.view().running()) {
      Job job = requireNonNull(jobs.get(request));
      running.put(job.index, job);
      List<SpeedPlacing.Place> places = requireNonNull(request.places()).all();
      Map<SpeedPlacing.Place, Stay> stays = new HashMap<>();
      double sum = 0;
      for (SpeedPlacing.Place place : places) {
        if (place.hasThread()) {
          assertThat(place.threadClass()).isEqualTo(place.speedClass());
          Stay stay = stay(job.stays.get(place), place.threadClass());
          stays.put(place, stay);
          sum += stay.worksFromNanos <= nowNanos ? machine.progress(stay.speedClass) : 0;
        }
      }
      job.stays = stays;
      job.startNanos = stays.isEmpty() ? job.startNanos : Math.min(job.startNanos, nowNanos);
      int threads = places.size();
      double aloneNanos = profile.timeMs(trace.request(job.index), threads) * 1e6;
      job.ratePerNano = sum / threads / aloneNanos;
      job.endNanos =
          job.ratePerNano == 0
              ? NEVER
              : nowNanos + (long) Math.ceil(job.remaining / job.ratePerNano - ROUNDING_NANOS);
    }
  }

  private Stay stay(@Nullable Stay before, int speedClass) {
    if (before == null) {
      return new Stay(speedClass, nowNanos);
    }
    return before.speedClass == speedClass
        ? before
        : new Stay(speedClass, nowNanos + machine.moveNanos());
  }

  private void note() {
    var now = new TreeMap<Integer, List<Integer>>();
    for (Job job : running.values()) {
      if (!job.stays.isEmpty()) {
        now.put(job.index, job.stays.values().stream().map(Stay::speedClass).sorted().toList());
      }
    }
    String seen = now.toString();
    if (!seen.equals(before)) {
      moments.add(nowNanos + " " + seen);
      before = seen;
    }
  }

  @Override
  public String toString() {
    return "an engine with %s busy".formatted(Arrays.toString(busyNanos));
  }
}
