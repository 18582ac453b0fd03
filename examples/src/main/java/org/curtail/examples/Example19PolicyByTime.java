package org.curtail.examples;

import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;
import org.curtail.sim.Machine;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Simulation;
import org.curtail.sim.SyntheticProfiles;
import org.curtail.sim.Traces;

/**
 * A policy that decides by time: a request has one thread for 50 ms, and four threads after that.
 * The command knows it by its name, if its jar is named too.
 */
public class Example19PolicyByTime implements Policy {
  private static final long FIRST_NANOS = 50_000_000;
  private static final int DEGREE = 4;

  @Override
  public Decision decide(Progress running, Load load) {
    // A point of execution time, not a duration from now.
    return running.executionNanos() < FIRST_NANOS
        ? new Decision(1, FIRST_NANOS)
        : Decision.keep(DEGREE);
  }

  @Override
  public int maxDegree() {
    return DEGREE;
  }

  /** Two per core, since degrees that were given are not taken back when the load rises. */
  @Override
  public int threads(int cores) {
    return 2 * cores;
  }

  public static void main(String[] args) {
    var profile = SyntheticProfiles.named("few-to-many-lucene");
    var trace = Traces.draw(new PoissonArrivals(30), profile, 20_000, 1);
    var result = Simulation.run(new Example19PolicyByTime(), profile, trace, Machine.ofCores(16));
    System.out.printf(
        "p50 %.0f ms, p99 %.0f ms, simulated on 16 cores%n",
        result.percentileMs(50), result.percentileMs(99));
  }
}
