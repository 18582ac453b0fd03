package org.curtail.autopilot;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.function.LongSupplier;
import org.curtail.energy.SpeedSteering;
import org.curtail.energy.SpeedWindow;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.RequestListener;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.Timeline;
import org.curtail.speed.SpeedPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Steers an engine's speed policy by a {@link SpeedSteering} while requests run, for example by a
 * controller that keeps the tail at its target with as little energy as possible. The same steering
 * can serve an {@link org.curtail.energy.EnergySimulation}.
 *
 * <pre>{@code
 * var pilot = new SpeedPilot(steering);
 * try (Curtail curtail = Curtail.with(machine, pilot.policy()).listener(pilot).start();
 *     SpeedPilot steered = pilot.engage(curtail)) {
 *   ...
 * }
 * }</pre>
 *
 * <p>At the end of each window it passes on the latencies, from arrival to end, of the requests
 * that ended in it. Completed and expired requests count; failed or cancelled ones do not. The
 * engine's threads only add events to a queue. A daemon thread reads it and steers, so a window may
 * last some hundredths of a second longer. Close the pilot before its engine. If the steering
 * throws, the present policy stays, and the pilot logs one message. Thread-safe; for one engine.
 */
public final class SpeedPilot implements RequestListener, AutoCloseable {
  private static final System.Logger LOG = System.getLogger("org.curtail");

  /** Capacity of the queue: a busy engine's events of some hundredths of a second. */
  private static final int MOST_EVENTS = 1 << 17;

  private final SpeedSteering steering;
  private final LongSupplier clock;
  private final EventQueue events = new EventQueue(MOST_EVENTS);
  private volatile SpeedPolicy policy;

  // Set once, by engage.
  private volatile @Nullable Curtail engine;
  private volatile @Nullable PilotThread thread;

  // Only the stepping thread uses the fields below.
  private long windowFromNanos;
  private int arrived;
  private long[] latencyNanos = new long[64];
  private int ended;

  /** Creates a pilot for an engine with the machine's clock. */
  public SpeedPilot(SpeedSteering steering) {
    this(steering, System::nanoTime);
  }

  /**
   * Creates a pilot for an engine with another clock.
   *
   * @param steering steering for this engine only, since it may have state
   * @param clock the engine's clock
   */
  public SpeedPilot(SpeedSteering steering, LongSupplier clock) {
    this.steering = requireNonNull(steering, "steering");
    this.clock = requireNonNull(clock, "clock");
    policy = steering.first();
  }

  /** Returns the latest policy. Start the engine with it. */
  public SpeedPolicy policy() {
    return policy;
  }

  /**
   * Steers this engine until the pilot is closed. The pilot must be a {@linkplain
   * org.curtail.runtime.Setup#listener listener} of the engine from its start.
   *
   * @return this
   * @throws IllegalArgumentException if the engine has no classes of speed
   * @throws IllegalStateException if it is engaged already
   */
  public synchronized SpeedPilot engage(Curtail curtail) {
    attach(curtail);
    var stepping = new PilotThread("curtail-speeds", unused -> stepSurviving());
    thread = stepping;
    stepping.start();
    return this;
  }

  /** Steers this engine without a thread: the caller {@linkplain #step steps}. */
  synchronized void attach(Curtail curtail) {
    if (engine != null) {
      throw new IllegalStateException("this pilot steers an engine already");
    }
    curtail.speedPolicy(policy);
    engine = curtail;
    windowFromNanos = clock.getAsLong();
  }

  /** Stops steering. The present policy stays, or the one being chosen at this moment. */
  @Override
  public void close() {
    PilotThread stepping = thread;
    if (stepping != null) {
      stepping.close();
    }
  }

  // ---- Called by the engine's threads.

  @Override
  public void arrived(long request, long atNanos, RequestOptions options) {
    events.add(new EventQueue.Arrived(atNanos));
  }

  @Override
  public void ended(long request, Timeline timeline) {
    events.add(new EventQueue.Ended(timeline));
  }

  // ---- Steps.

  private long stepSurviving() {
    try {
      return step();
    } catch (Throwable e) {
      close();
      LOG.log(
          System.Logger.Level.ERROR,
          "speeds are no longer steered, and " + policy.name() + " serves on",
          e);
      return Long.MAX_VALUE;
    }
  }

  /**
   * Reads the events, and steers if a window has ended.
   *
   * @return the latest time of the next step, by {@link System#nanoTime}
   */
  long step() {
    events.drain(this::note);
    long nowNanos = clock.getAsLong();
    // The clock may go back.
    windowFromNanos = Math.min(windowFromNanos, nowNanos);
    long lengthNanos = nowNanos - windowFromNanos;
    if (lengthNanos >= steering.periodNanos()) {
      steer(lengthNanos);
      windowFromNanos = nowNanos;
      lengthNanos = 0;
    }
    return System.nanoTime() + steering.periodNanos() - lengthNanos;
  }

  private void note(EventQueue.RequestEvent event) {
    switch (event) {
      case EventQueue.Arrived unused -> arrived++;
      case EventQueue.Refused unused -> {}
      case EventQueue.Ended end -> noteEnd(end.timeline());
    }
  }

  private void noteEnd(Timeline timeline) {
    if (timeline.outcome() == Outcome.CANCELLED || timeline.outcome() == Outcome.FAILED) {
      return;
    }
    if (ended == latencyNanos.length) {
      latencyNanos = Arrays.copyOf(latencyNanos, 2 * ended);
    }
    latencyNanos[ended++] = timeline.endNanos() - timeline.arrivalNanos();
  }

  @SuppressWarnings("ReferenceEquality") // The same object means no change.
  private void steer(long lengthNanos) {
    var window = new SpeedWindow(Arrays.copyOf(latencyNanos, ended), arrived, lengthNanos);
    arrived = 0;
    ended = 0;
    SpeedPolicy next = steering.next(window);
    if (next != policy) {
      requireNonNull(engine).speedPolicy(next);
      policy = next;
    }
  }
}
