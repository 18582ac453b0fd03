package org.curtail.policy;

import java.time.Duration;
import org.curtail.Load;
import org.curtail.Preemption;
import org.curtail.Profile;
import org.curtail.Progress;
import org.curtail.Traits;
import org.curtail.policy.demand.GittinsIndex;

/** See {@link OneThreadEach#gittins}. */
final class Gittins implements OneThreadEach.Serial {
  /**
   * Longest preemption, as a multiple of the longest demand. With a shorter limit, many long
   * requests would continue out of order while the service is busy. While it is overloaded, all
   * others wait for requests that were preempted for so long.
   */
  private static final int LONGEST_PREEMPTION = 20;

  /**
   * Multiple of its demand in a profile that a request may need. Demands in a profile are samples,
   * often rounded, and without the cost of decisions. Behind a group of equal samples there may be
   * a wide gap. Without this margin, a request that needs 1 % more than the group would count as
   * one from beyond the gap, and all others would go before it.
   */
  private static final double MARGIN = 1.25;

  private final GittinsIndex index;
  private final Traits traits;

  private Gittins(GittinsIndex index, Preemption preemption) {
    this.index = index;
    traits = Traits.RANKING.preempting(preemption);
  }

  /** Returns the policy for the demands of a profile. */
  public static Gittins of(Profile profile) {
    return new Gittins(GittinsIndex.of(profile), preemption(profile));
  }

  /** Returns preemption by priority, with a longest time so that long requests continue. */
  static Preemption preemption(Profile profile) {
    double longestPreemptionMs = LONGEST_PREEMPTION * profile.percentileMs(100, 1);
    return Preemption.byPriority(
        OneThreadEach.LeastAttained.QUANTUM,
        Duration.ofMillis((long) Math.ceil(longestPreemptionMs)));
  }

  /**
   * Returns the greater level of the index after so much work, and after this work divided by
   * {@link #MARGIN}: a request that was about to end a moment ago still is.
   */
  static int level(GittinsIndex index, double workMs) {
    return Math.max(index.level(workMs), index.level(workMs / MARGIN));
  }

  @Override
  public int level(Progress preempted) {
    return level(index, preempted.attainedNanos() / 1e6);
  }

  @Override
  public double priority(Progress request, Load load) {
    return level(request);
  }

  @Override
  public Traits traits() {
    return traits;
  }

  @Override
  public String toString() {
    return "Gittins";
  }

  @Override
  public String description() {
    return "one thread a request; cores go to the requests that are likeliest to end soon, by what"
        + " they have computed so far";
  }
}
