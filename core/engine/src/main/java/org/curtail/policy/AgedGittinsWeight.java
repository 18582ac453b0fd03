package org.curtail.policy;

import org.curtail.Load;
import org.curtail.Progress;
import org.curtail.policy.demand.GittinsIndex;
import org.curtail.policy.demand.ParallelGain;

/**
 * Who is to have a first thread: the {@link GittinsIndex} of the work done, times 1 + w * age /
 * mean demand. With w = 0 it is the order that has the lowest mean on one server; the greater w is,
 * the nearer it is to first come first served and the more the far tail counts. Between them
 * nothing is proved; in simulations w = 1 is near the best of all disciplines at the 99th
 * percentile for light tails and heavy ones. For further threads another weight counts.
 *
 * @param further of threads beyond the first
 * @param ageWeight w
 */
record AgedGittinsWeight(
    Weight further, GittinsIndex index, ParallelGain gain, double ageWeight, double meanMs)
    implements Weight {
  @Override
  public double ofRunning(Progress request, Load load) {
    return further.ofRunning(request, load);
  }

  @Override
  public double ofWaiting(Progress request, Load load) {
    return index.perMs(level(request)) * (1 + ageWeight * request.ageNanos() / 1e6 / meanMs);
  }

  @Override
  public int level(Progress request) {
    return index.level(gain.workMs(request));
  }

  @Override
  public boolean needsPrediction() {
    return false;
  }

  @Override
  public String name() {
    return "AgedGittinsWeight of %d %%".formatted(Math.round(100 * ageWeight));
  }
}
