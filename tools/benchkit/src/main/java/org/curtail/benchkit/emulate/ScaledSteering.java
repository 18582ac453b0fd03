package org.curtail.benchkit.emulate;

import java.util.ArrayList;
import java.util.List;
import org.curtail.Policy;
import org.curtail.sim.SimulatedEnd;
import org.curtail.sim.SimulatedEnd.SimulatedPhase;
import org.curtail.sim.Steering;
import org.jspecify.annotations.Nullable;

/**
 * A steering of a sequence of simulations, in this machine's time, as if it steered an engine on
 * this machine. The policies of the steering use its own time.
 */
final class ScaledSteering implements Steering {
  private final Steering steering;
  private final double scale;

  /** Begin of the present simulation, in the steering's time. */
  private long beginNanos;

  private @Nullable Policy own;
  private @Nullable Policy simulated;

  /**
   * Creates a steering at the begin of the first simulation.
   *
   * @param scale nanoseconds of the steering for a nanosecond of the simulation: above 0
   */
  ScaledSteering(Steering steering, double scale) {
    this.steering = steering;
    this.scale = scale;
  }

  /** Returns the begin of the present simulation, in the steering's time. */
  long beginNanos() {
    return beginNanos;
  }

  /** Ends the present simulation at a moment of its own time, and begins the next one. */
  void endsAt(long nanos) {
    beginNanos = at0(nanos) + 1;
  }

  private long length(long nanos) {
    return (long) Math.ceil(nanos * scale);
  }

  private long at0(long nanos) {
    return beginNanos + length(nanos);
  }

  /**
   * Returns a policy of the steering in the simulation's time; the same object for the same policy.
   */
  @SuppressWarnings("ReferenceEquality") // The same object is the same policy.
  Policy policy(Policy given) {
    Policy known = simulated;
    if (known == null || given != own) {
      known = scale == 1 ? given : new ScaledTime(given, 1 / scale);
      own = given;
      simulated = known;
    }
    return known;
  }

  @Override
  public void arrived(long arrivalNanos) {
    steering.arrived(at0(arrivalNanos));
  }

  @Override
  public void ended(SimulatedEnd end) {
    long arrival = at0(end.arrivalNanos());
    long start = at0(end.startNanos());
    long ended = at0(end.endNanos());
    List<SimulatedPhase> path = new ArrayList<>();
    for (SimulatedPhase phase : end.path()) {
      path.add(new SimulatedPhase(phase.degree(), length(phase.nanos()), phase.workShare()));
    }
    steering.ended(
        new SimulatedEnd(
            arrival,
            start,
            ended,
            length(end.attainedNanos()),
            end.peakDegree(),
            path,
            end.preemptions(),
            Math.min(length(end.preemptedNanos()), ended - start),
            end.prediction().mapped(this::length)));
  }

  @Override
  public long nextNanos() {
    long next = steering.nextNanos();
    return next == Long.MAX_VALUE ? next : (long) Math.ceil(Math.max(next - beginNanos, 0) / scale);
  }

  @Override
  public Policy at(long nowNanos) {
    return policy(steering.at(at0(nowNanos)));
  }
}
