package org.curtail.runtime;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Preemption;
import org.curtail.PriorityClass;
import org.curtail.Progress;
import org.curtail.Traits;
import org.curtail.signals.Signals;
import org.curtail.signals.ThreadReading;
import org.curtail.speed.SlowToFast;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;
import org.jspecify.annotations.Nullable;

/**
 * Serves a few requests that end in every way, before the first engine starts: by then all classes
 * are there that an engine needs. Loading one takes memory and much stack, which may be short when
 * a request fails just for want of them.
 */
final class Rehearsal {
  private static final int CHUNKS = 3;
  private static final long STEP_NANOS = 1_000;

  private static final Traits SETTING_ASIDE =
      Traits.RANKING
          .malleable(true)
          .preempting(
              Preemption.byPriority(
                  Duration.ofNanos(STEP_NANOS), Duration.ofNanos(10 * STEP_NANOS)));

  /** What threads read of themselves: the time. */
  private static final class WithSignals {
    static {
      new Rehearsal().playWithSignals();
    }

    static void here() {}
  }

  private static final class WithClasses {
    static {
      new Rehearsal().playWithClasses();
    }

    static void here() {}
  }

  private static final class Once {
    static {
      new Rehearsal().play();
    }

    static void here() {}
  }

  private long nowNanos;

  private Rehearsal() {}

  /** Only the first call does anything. */
  static void once() {
    Once.here();
  }

  /** The same for an engine with signals. */
  static void onceWithSignals() {
    WithSignals.here();
  }

  /** The same for an engine with classes of speed. */
  static void onceWithClasses() {
    WithClasses.here();
  }

  /** Gives each request all threads, and ranks them. */
  private record AllThreads(Traits traits) implements Policy {
    @Override
    public Admission admit(Progress waiting, Load load) {
      return waiting.ageNanos() == 0 ? Admission.START : new Admission.WaitUntil(1);
    }

    @Override
    public Decision decide(Progress running, Load load) {
      return Decision.keep(2);
    }

    @Override
    public int maxDegree() {
      return 2;
    }

    @Override
    public int threads(int cores) {
      return 2;
    }

    @Override
    public double priority(Progress request, Load load) {
      return request.ageNanos();
    }

    @Override
    public String toString() {
      return "all threads";
    }
  }

  /** Some chunks, of which those from one on fail. */
  private record Piece(int failsFrom) implements SharedWork<Integer, Integer> {
    @Override
    public int chunks() {
      return CHUNKS;
    }

    @Override
    public Integer join() {
      return 0;
    }

    @Override
    public void run(Integer worker, int chunk, Checkpoint checkpoint) throws Exception {
      checkpoint.pass();
      if (chunk >= failsFrom) {
        throw new Exception("rehearsed");
      }
    }

    @Override
    public Integer complete(List<Integer> workers) {
      return workers.size();
    }

    @Override
    public Optional<Integer> partial(List<Integer> workers) {
      return Optional.of(workers.size());
    }
  }

  private void play() {
    if (FlightRecording.isPossible()) {
      FlightRecording.prepare();
    }
    play(Traits.RANKING.monotone(true).boosting(true), null);
    play(SETTING_ASIDE, null);
    new TransientErrors().mayPass(new Exception("rehearsed"));
    Suppression.add(new Exception("rehearsed"), new Exception("rehearsed"));
  }

  private void playWithSignals() {
    play(SETTING_ASIDE, Signals.of(() -> ThreadReading.ofWall(nowNanos), List.of()));
  }

  private void playWithClasses() {
    SpeedMachine machine =
        SpeedMachine.ofCores(
            new SpeedClass("slow", 1, 0.5, 1, 0), new SpeedClass("fast", 1, 1, 1, 0));
    end(play(Curtail.with(machine, SlowToFast.of(STEP_NANOS))));
    end(play(Curtail.with(new AllThreads(SETTING_ASIDE), machine, SlowToFast.of(STEP_NANOS))));
  }

  private void play(Traits traits, @Nullable Signals signals) {
    Setup setup = Curtail.with(new AllThreads(traits)).cores(2);
    Curtail curtail = play(signals == null ? setup : setup.signals(signals));
    curtail.reserve(RequestOptions.NONE).close();
    curtail.policy(new AllThreads(traits));
    end(curtail);
  }

  private Curtail play(Setup setup) {
    Curtail curtail = setup.clock(() -> nowNanos).queueLimit(2).unrecorded().startWithoutThreads();
    RequestOptions soon = RequestOptions.NONE.within(Duration.ofNanos(2 * STEP_NANOS));
    for (int failsFrom : new int[] {CHUNKS, 0, 1}) {
      for (RequestOptions options :
          List.of(RequestOptions.NONE, soon, RequestOptions.NONE.of(PriorityClass.URGENT))) {
        for (int steps = 0; steps <= 4; steps += 2) {
          Ticket<Integer> ticket = submit(curtail, failsFrom, options);
          submit(curtail, CHUNKS, soon);
          step(curtail, steps);
          ticket.cancel();
          submit(curtail, failsFrom, options);
          step(curtail, Integer.MAX_VALUE);
        }
      }
    }
    submit(curtail, CHUNKS, RequestOptions.NONE);
    return curtail;
  }

  private void end(Curtail curtail) {
    step(curtail, Integer.MAX_VALUE);
    curtail.engine().rehearseRepair();
    curtail.metrics();
    curtail.close();
  }

  private static Ticket<Integer> submit(Curtail curtail, int failsFrom, RequestOptions options) {
    try {
      return curtail.submit(new Piece(failsFrom), options);
    } catch (OverloadedException e) {
      throw new IllegalStateException("the queue has room for a rehearsal", e);
    }
  }

  private void step(Curtail curtail, int most) {
    boolean moved = true;
    for (int step = 0; step < most && moved; step++) {
      moved = false;
      for (Worker worker : curtail.workers()) {
        nowNanos += STEP_NANOS;
        moved |= worker.step();
      }
    }
  }
}
