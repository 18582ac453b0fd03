package org.curtail.cli.profile;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
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
 * times but not speedups. A query's time at a degree is the median over the passes. Its {@linkplain
 * Profile#serialMs serial part} is the median time until its first chunk begins.
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

  /** Greatest serial part, as a share of the least time: at least some of it is shared. */
  private static final double MOST_SERIAL = 0.99;

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
        engines.stream().map(engine -> new OnEngine(engine, workload)).toList();
    var random = new Random(setting.seed());
    int queries = workload.queries().size();
    var times = new Times(queries, setting);
    List<Integer> order = new ArrayList<>(IntStream.range(0, queries).boxed().toList());
    int finished = 0;
    for (int pass = -setting.warmUpPasses(); pass < setting.passes(); pass++) {
      Collections.shuffle(order, random);
      for (int i = 0; i < queries; i++) {
        if (StopSignal.raised()) {
          if (finished == 0) {
            StopSignal.check("stopped before the first pass was finished; no profile was written");
          }
          return times.measured(
              "%s, interrupted after %d of %d runs".formatted(source, finished, setting.passes()),
              finished);
        }
        int query = order.get(i);
        int first = random.nextInt(searchers.size());
        for (int d = 0; d < searchers.size(); d++) {
          int index = (first + d) % searchers.size();
          OnEngine searcher = searchers.get(index);
          long fromNanos = System.nanoTime();
          searcher.search(query);
          long toNanos = System.nanoTime();
          if (pass >= 0) {
            times.add(query, index, pass, toNanos - fromNanos, searcher.chunkNanos() - fromNanos);
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
    return times.measured(source, finished);
  }

  /** The searches on an engine, one at a time. */
  private static final class OnEngine {
    private final Curtail engine;
    private final Searches searches;
    private final AtomicLong firstChunkNanos = new AtomicLong();

    OnEngine(Curtail engine, Workload workload) {
      this.engine = engine;
      searches = Searches.on(engine, workload);
    }

    void search(int query) throws IOException {
      firstChunkNanos.setPlain(0);
      Searches.run(engine, searches.work(query, this::beforeChunk));
    }

    private void beforeChunk() {
      if (firstChunkNanos.get() == 0) {
        firstChunkNanos.compareAndSet(0, System.nanoTime());
      }
    }

    /**
     * Returns the moment at which the first chunk of the last search began; 0 if there was none.
     */
    long chunkNanos() {
      return firstChunkNanos.get();
    }
  }

  /** Times by query, degree and pass. */
  private static final class Times {
    private final double[][][] timesMs;
    private final double[][][] serialMs;

    Times(int queries, Setting setting) {
      timesMs = new double[queries][setting.maxDegree()][setting.passes()];
      serialMs = new double[queries][setting.maxDegree()][setting.passes()];
    }

    /**
     * Adds a search.
     *
     * @param serialNanos time until its first chunk began; below 0 if there was none
     */
    void add(int query, int degreeIndex, int pass, long nanos, long serialNanos) {
      timesMs[query][degreeIndex][pass] = nanos / 1e6;
      serialMs[query][degreeIndex][pass] = Math.max(0, serialNanos) / 1e6;
    }

    Measured measured(String source, int passes) {
      return new Measured(
          profile(source, 0, passes),
          IntStream.range(0, passes).mapToObj(pass -> profile(source, pass, pass + 1)).toList());
    }

    private Profile profile(String source, int fromPass, int toPass) {
      double[][] mediansMs = new double[timesMs.length][];
      double[] serialsMs = new double[timesMs.length];
      for (int q = 0; q < timesMs.length; q++) {
        mediansMs[q] = medians(timesMs[q], fromPass, toPass);
        double leastMs = Arrays.stream(mediansMs[q]).min().orElseThrow();
        double serial = Arrays.stream(medians(serialMs[q], fromPass, toPass)).min().orElseThrow();
        serialsMs[q] = Math.min(serial, leastMs * MOST_SERIAL);
      }
      return Profile.of(source, mediansMs).withSerialMs(serialsMs);
    }

    private static double[] medians(double[][] ofDegrees, int fromPass, int toPass) {
      return Arrays.stream(ofDegrees)
          .mapToDouble(ofPasses -> median(Arrays.copyOfRange(ofPasses, fromPass, toPass)))
          .toArray();
    }

    private static double median(double[] values) {
      Arrays.sort(values);
      int middle = values.length / 2;
      return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    }
  }
}
