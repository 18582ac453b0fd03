package org.curtail.automatic;

import java.time.Duration;
import java.util.List;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.automatic.Exploration.CostCounter;
import org.curtail.automatic.learn.RecentDemand;
import org.curtail.automatic.learn.SpeedupModel;
import org.curtail.policy.Sequential;
import org.curtail.runtime.Timeline;

/** Demand learned from requests of an engine, for tests of the runtime. */
public final class LearnedDemand {
  private final RecentDemand recent = new RecentDemand(4, Duration.ofMinutes(1), 10_000, 1);
  private final CostCounter cost = new CostCounter(1);
  private final SpeedupModel unknown = recent.sample().speedups();

  /** One request in ten tries 2 or 4 threads, the others have one. */
  public static Policy exploring() {
    return new Exploration(new Sequential(), List.of(2, 4), 0.1, Duration.ofMillis(6), 1);
  }

  public void ended(Timeline timeline) {
    recent.ended(timeline);
    cost.ended(timeline, unknown);
  }

  public long requests() {
    return cost.requests();
  }

  public long explorers() {
    return cost.explorers();
  }

  public boolean isTried(int degree) {
    return recent.sample().speedups().isTried(degree);
  }

  public double speedup(int degree, double demandNanos) {
    return recent.sample().speedups().speedup(degree, demandNanos);
  }

  public Profile profile(int maxDegree) {
    return recent.sample().profile(maxDegree);
  }
}
