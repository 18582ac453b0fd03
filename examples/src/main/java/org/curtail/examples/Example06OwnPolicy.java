package org.curtail.examples;

import java.util.LinkedHashMap;
import java.util.Map;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.Progress;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.policy.TailIndex;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.SharedWork;
import org.curtail.sim.Machine;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;
import org.curtail.sim.SyntheticProfiles;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;

/**
 * A policy of your own. It is a pure function: the same object runs in the simulator, which shows
 * what it is worth on any number of cores, and in the engine.
 */
public class Example06OwnPolicy {
  /**
   * Divides the cores by the requests in the system, and gives a running request that many threads.
   *
   * @param maxDegree at least 1
   */
  record FairShare(int maxDegree) implements Policy {
    /** Asked when a request starts, and again whenever the load changes. */
    @Override
    public Decision decide(Progress running, Load load) {
      int share = load.cores() / load.requests();
      return Decision.keep(Math.clamp(share, 1, maxDegree));
    }

    /** Two per core, since degrees that were given are not taken back when the load rises. */
    @Override
    public int threads(int cores) {
      return 2 * cores;
    }
  }

  public static void main(String[] args) throws Exception {
    int cores = 16;
    // What requests take at each degree: here like those of the Few-to-Many paper's Lucene.
    Profile profile = SyntheticProfiles.named("few-to-many-lucene");
    Map<String, Policy> policies = new LinkedHashMap<>();
    policies.put("one thread each", new Sequential());
    policies.put("four threads each", new FixedDegree(4));
    policies.put("fair share", new FairShare(4));
    policies.put("tail-index", TailIndex.of(profile));

    System.out.println("p99 latency in ms, simulated on 16 cores");
    System.out.printf("%-20s %14s %14s %14s%n", "policy", "load 30 %", "load 50 %", "load 70 %");
    for (var policy : policies.entrySet()) {
      System.out.printf("%-20s", policy.getKey());
      for (double load : new double[] {0.3, 0.5, 0.7}) {
        // Load: the share of the rate that all cores carry with one thread for each request.
        double perSecond = load * cores * 1000 / profile.meanMs(1);
        // Each policy meets the same requests at the same times. One seed, one answer.
        Trace trace = Traces.draw(new PoissonArrivals(perSecond), profile, 20_000, 1);
        SimulationResult result =
            Simulation.run(policy.getValue(), profile, trace, Machine.ofCores(cores));
        System.out.printf(" %14.0f", result.percentileMs(99));
      }
      System.out.println();
    }

    // And in the engine, on this machine.
    try (Curtail curtail = Curtail.with(new FairShare(4)).start()) {
      long chunks = curtail.run(SharedWork.of(1_000, chunk -> 1L, Long::sum));
      System.out.println("served by the engine: a request of " + chunks + " chunks");
    }
  }
}
