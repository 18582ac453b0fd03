package org.curtail.benchkit.emulate;

import org.curtail.Prediction;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;

/**
 * A policy of speeds for a service with another time scale; the counterpart of {@link ScaledTime}.
 *
 * @param policy policy that decides
 * @param scale nanoseconds of the service for a nanosecond of the policy: finite, above 0
 */
record ScaledSpeeds(SpeedPolicy policy, double scale) implements SpeedPolicy {
  ScaledSpeeds {
    if (!(scale > 0) || Double.isInfinite(scale)) {
      throw new IllegalArgumentException("scale must be positive and finite: " + scale);
    }
  }

  @Override
  public String name() {
    return policy.name();
  }

  @Override
  public SpeedPolicy.WhenFull whenFull() {
    return policy.whenFull();
  }

  @Override
  public SpeedPolicy.Wish wish(SpeedPolicy.RequestView request, SpeedPolicy.LoadView load) {
    SpeedPolicy.Wish wish = policy.wish(new OwnRequest(request, scale), new OwnLoad(load, scale));
    if (wish.againAtAgeNanos() == SpeedPolicy.Wish.NEVER) {
      return wish;
    }
    // The result is not before the policy's moment, and after now.
    long againNanos = (long) Math.ceil(wish.againAtAgeNanos() * scale);
    return new SpeedPolicy.Wish(wish.speedClass(), Math.max(againNanos, request.ageNanos() + 1));
  }

  private record OwnRequest(SpeedPolicy.RequestView request, double scale)
      implements SpeedPolicy.RequestView {
    @Override
    public long ageNanos() {
      return (long) (request.ageNanos() / scale);
    }

    @Override
    public long servedNanos() {
      return (long) (request.servedNanos() / scale);
    }

    @Override
    public double attainedNanos() {
      return request.attainedNanos() / scale;
    }

    @Override
    public Prediction prediction() {
      return request.prediction().mapped(nanos -> (long) (nanos / scale));
    }

    @Override
    public int speedClass() {
      return request.speedClass();
    }

    @Override
    public boolean isOldest() {
      return request.isOldest();
    }
  }

  private record OwnLoad(SpeedPolicy.LoadView load, double scale) implements SpeedPolicy.LoadView {
    @Override
    public SpeedMachine machine() {
      return load.machine();
    }

    @Override
    public int running() {
      return load.running();
    }

    @Override
    public int busy(int speedClass) {
      return load.busy(speedClass);
    }

    @Override
    public int waiting() {
      return load.waiting();
    }

    @Override
    public long waitingAgeNanos(int place) {
      return (long) (load.waitingAgeNanos(place) / scale);
    }
  }
}
