package org.curtail.examples;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.Progress;
import org.curtail.model.json.ProfileJson;
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
 * its tail on any number of cores, and in the engine.
 *
 * <p>The first argument is the file of a profile; without one, the demand of a paper is simulated.
 */
public class Example06OwnPolicy {
  /**
   * One thread at first. After some time, the cores divided by the requests in the system.
   *
   * @param afterNanos time on one thread, at least 1
   * @param maxDegree most threads of a request, at least 1
   */
  record FairShareLater(long afterNanos, int maxDegree) implements Policy {
    /** Called when a request starts, when the load changes, and at the time of the last answer. */
    @Override
    public Decision decide(Progress running, Load load) {
      if (running.executionNanos() < afterNanos) {
        return new Decision(1, afterNanos); // one thread; the next question comes at afterNanos
      }
      return Decision.keep(Math.clamp(load.cores() / load.requests(), 1, maxDegree));
    }

    /** Two threads for each core: a request keeps its threads when the load rises. */
    @Override
    public int threads(int cores) {
      return 2 * cores;
    }
  }

  public static void main(String[] args) throws Exception {
    int cores = 16;
    Profile profile =
        args.length > 0
            ? read(Path.of(args[0]))
            : SyntheticProfiles.named("few-to-many-lucene"); // as in the Few-to-Many paper
    int most = Math.min(4, profile.maxDegree());
    long afterNanos = Math.round(0.1 * 1e6 * profile.percentileMs(50, 1)); // a tenth of the median
    Policy own = new FairShareLater(afterNanos, most);
    Map<String, Policy> policies = new LinkedHashMap<>();
    policies.put("one thread each", new Sequential());
    policies.put(most + " threads each", new FixedDegree(most));
    policies.put("fair share later", own);
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

    // The same object in the engine, on this machine.
    try (Curtail curtail = Curtail.with(own).start()) {
      long chunks = curtail.run(SharedWork.of(1_000, chunk -> 1L, Long::sum));
      System.out.println("served by the engine: a request of " + chunks + " chunks");
    }
  }

  /** Reads a profile that {@code ./curtail profile} or a recorder wrote. */
  private static Profile read(Path file) throws IOException {
    try (Reader json = Files.newBufferedReader(file)) {
      return ProfileJson.read(json, file.toString());
    }
  }
}
