package org.curtail.cli.profile;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.curtail.Profile;
import org.curtail.benchkit.search.Searches;
import org.curtail.benchkit.search.Workload;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.policy.FixedDegree;
import org.curtail.runtime.Curtail;

/**
 * Measures demand: each query alone on the machine, at every degree, several times (Few-to-Many
 * paper, sections 2 and 6.1).
 *
 * <p>A pass measures the queries in shuffled order. All degrees of one query are measured directly
 * after each other, beginning with a random one. So a slow change of the machine's speed distorts
 * times but not speedups. A query's time at a degree is the median over the passes.
 */
public final class Profiler {
  /**
   * The measurement.
   *
   * @param maxDegree greatest degree, at least 1
   * @param passes number of measurements of each query at each degree, at least 1
   * @param warmUpPasses number of uncounted passes before the others, at least 0
   * @param seed seed for the order of queries and degrees
   */
  public record Setting(int maxDegree, int passes, int warmUpPasses, long seed) {
    public Setting {
      if (maxDegree < 1 || passes < 1 || warmUpPasses < 0) {
        throw new IllegalArgumentException(
            "maxDegree and passes must be at least 1, warmUpPasses at least 0: "
                + maxDegree
                + ", "
                + passes
                + ", "
                + warmUpPasses);
      }
    }
  }

  /**
   * The result.
   *
   * @param profile the median of the passes for each query and degree
   * @param runs a profile of each finished pass; at least one. Fewer than asked for if the user
   *     stopped the work
   */
  public record Measured(Profile profile, List<Profile> runs) {
    public Measured {
      runs = List.copyOf(runs);
    }
  }

  private final Workload workload;
  private final Setting setting;
  private final Console console;

  public Profiler(Workload workload, Setting setting, Console console) {
    this.workload = workload;
    this.setting = setting;
    this.console = console;
  }

  /**
   * Measures all passes, or those finished when the user stops the work.
   *
   * @param source recorded in the profile
   */
  public Measured measure(String source) throws IOException {
    var engines = new ArrayList<Curtail>();
    try {
      for (int degree = 1; degree <= setting.maxDegree(); degree++) {
        Curtail engine =
            Curtail.with(new FixedDegree(degree)).cores(degree).name("profile-" + degree).start();
        engines.add(engine);
      }
      return measureOn(engines, source);
    } finally {
      engines.forEach(Curtail::close);
    }
  }

  private Measured measureOn(List<Curtail> engines, String source) throws IOException {
    List<OnEngine> searchers =
        engines.stream()
            .map(engine -> new OnEngine(engine, Searches.on(engine, workload)))
            .toList();
    var random = new Random(setting.seed());
    int queries = workload.queries().size();
    double[][][] timesMs = new double[queries][setting.maxDegree()][setting.passes()];
    double[] onceMs = new double[setting.maxDegree()];
    List<Integer> order = new ArrayList<>(IntStream.range(0, queries).boxed().toList());
    int finished = 0;
    for (int pass = -setting.warmUpPasses(); pass < setting.passes(); pass++) {
      Collections.shuffle(order, random);
      for (int i = 0; i < queries; i++) {
        if (StopSignal.raised()) {
          if (finished == 0) {
            StopSignal.check("stopped before the first pass was finished; no profile was written");
          }
          return measured(
              "%s, interrupted after %d of %d runs".formatted(source, finished, setting.passes()),
              timesMs,
              finished);
        }
        int query = order.get(i);
        measureOnce(query, searchers, random, onceMs);
        if (pass >= 0) {
          for (int d = 0; d < onceMs.length; d++) {
            timesMs[query][d][pass] = onceMs[d];
          }
        }
        console.progress(
            "profile: %s, query %d of %d"
                .formatted(
                    pass < 0 ? "warm-up" : "pass " + (pass + 1) + " of " + setting.passes(),
                    i + 1,
                    queries));
      }
      finished = Math.max(pass + 1, 0);
    }
    return measured(source, timesMs, finished);
  }

  /** The searches on an engine. */
  private record OnEngine(Curtail engine, Searches searches) {
    void search(int query) throws IOException {
      searches.run(engine, query);
    }
  }

  private static void measureOnce(
      int query, List<OnEngine> searchers, Random random, double[] timesMs) throws IOException {
    int first = random.nextInt(searchers.size());
    for (int i = 0; i < searchers.size(); i++) {
      int d = (first + i) % searchers.size();
      long fromNanos = System.nanoTime();
      searchers.get(d).search(query);
      timesMs[d] = (System.nanoTime() - fromNanos) / 1e6;
    }
  }

  private static Measured measured(String source, double[][][] timesMs, int passes) {
    return new Measured(
        profile(source, timesMs, passes),
        IntStream.range(0, passes).mapToObj(pass -> run(source, timesMs, pass)).toList());
  }

  private static Profile run(String source, double[][][] timesMs, int pass) {
    return Profile.of(
        source,
        Arrays.stream(timesMs)
            .map(query -> Arrays.stream(query).mapToDouble(runsMs -> runsMs[pass]).toArray())
            .toArray(double[][]::new));
  }

  private static Profile profile(String source, double[][][] timesMs, int passes) {
    double[][] mediansMs = new double[timesMs.length][];
    for (int q = 0; q < timesMs.length; q++) {
      mediansMs[q] =
          Arrays.stream(timesMs[q])
              .mapToDouble(runsMs -> median(Arrays.copyOf(runsMs, passes)))
              .toArray();
    }
    return Profile.of(source, mediansMs);
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    int middle = values.length / 2;
    return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  }
}
