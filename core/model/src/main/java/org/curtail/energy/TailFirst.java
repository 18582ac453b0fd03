package org.curtail.energy;

import org.curtail.speed.SpeedPolicy;

/**
 * The tail above all, at any energy: every request wants the fastest class from its arrival on, and
 * the oldest has it first. TL of the Adaptive Slow-to-Fast paper (Haque et al., MICRO 2017): slow
 * to fast with thresholds of 0.
 */
record TailFirst() implements SpeedPolicy {
  @Override
  public String name() {
    return "tail-first";
  }

  @Override
  public SpeedPolicy.Wish wish(SpeedPolicy.RequestView request, SpeedPolicy.LoadView load) {
    return SpeedPolicy.Wish.of(load.machine().fastest());
  }

  @Override
  public SpeedPolicy.WhenFull whenFull() {
    return SpeedPolicy.WhenFull.TAKES_ANY;
  }
}
