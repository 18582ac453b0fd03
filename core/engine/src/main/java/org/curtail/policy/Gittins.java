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
   * Longest preemption, in longest demands. If shorter, many long requests would go on out of order
   * while the service is busy; in an overloaded one all others wait for requests preempted that
   * long.
   */
  private static final int LONGEST_ASIDE = 20;

  private final GittinsIndex index;
  private final Traits traits;

  private Gittins(GittinsIndex index, Preemption preemption) {
    this.index = index;
    traits = Traits.RANKING.preempting(preemption);
  }

  /** By the demands of a profile. */
  public static Gittins of(Profile profile) {
    return new Gittins(GittinsIndex.of(profile), preemption(profile));
  }

  /** By priority, with the guarantee for the long ones. */
  static Preemption preemption(Profile profile) {
    double longestAsideMs = LONGEST_ASIDE * profile.percentileMs(100, 1);
    return Preemption.byPriority(
        OneThreadEach.LeastAttained.QUANTUM, Duration.ofMillis((long) Math.ceil(longestAsideMs)));
  }

  @Override
  public int level(Progress preempted) {
    return index.level(preempted.attainedNanos() / 1e6);
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
