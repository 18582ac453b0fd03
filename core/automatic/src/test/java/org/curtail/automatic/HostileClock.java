package org.curtail.automatic;

import java.util.function.LongUnaryOperator;
import org.curtail.Policy;
import org.curtail.sim.SimulatedEnd;
import org.curtail.sim.Steering;

/** Steering with a clock that jumps. The simulation is not affected. */
final class HostileClock implements Steering {
  /** No clock begins at 0. */
  private static final long BEGIN_NANOS = 20_000_000_000_000L;

  private final Steering steering;
  private final LongUnaryOperator ahead;
  private long nowNanos;

  /**
   * Clock for a steering.
   *
   * @param ahead lead of the clock at a moment of the simulation; may be negative
   */
  HostileClock(Steering steering, LongUnaryOperator ahead) {
    this.steering = steering;
    this.ahead = ahead;
  }

  private long shown(long nanos) {
    return BEGIN_NANOS + nanos + ahead.applyAsLong(nanos);
  }

  @Override
  public void arrived(long nanos) {
    nowNanos = nanos;
    steering.arrived(shown(nanos));
  }

  @Override
  public void ended(SimulatedEnd end) {
    nowNanos = end.endNanos();
    // As in an engine, no request ends before it begins.
    long arrival = shown(end.arrivalNanos());
    long start = Math.max(shown(end.startNanos()), arrival);
    steering.ended(
        new SimulatedEnd(
            arrival,
            start,
            Math.max(shown(end.endNanos()), start),
            end.attainedNanos(),
            end.peakDegree(),
            end.path(),
            0,
            0,
            end.prediction()));
  }

  @Override
  public long nextNanos() {
    long next = steering.nextNanos();
    return next == Long.MAX_VALUE ? next : Math.max(next - shown(nowNanos) + nowNanos, nowNanos);
  }

  @Override
  public Policy at(long nanos) {
    Policy policy = steering.at(shown(nanos));
    nowNanos = nanos + 1;
    return policy;
  }
}
