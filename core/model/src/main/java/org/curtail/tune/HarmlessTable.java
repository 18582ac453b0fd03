package org.curtail.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.plan.TableForecast;

/**
 * Harmless part of a planned table. The planner considers each load by itself. The planner ignores
 * that inefficient threads take cores from the next requests, and that some requests wait for
 * others. A simulation decides here which part to keep, load by load and degree by degree. Requests
 * start at once, and get each degree only up to some load.
 *
 * <p>A harmless table has, at every simulated arrival rate, a mean and percentiles of latency at
 * most {@link #TOLERANCE} above those of sequential requests. The final test uses other arrivals
 * than the search.
 *
 * @param table table with predictions for the profile
 * @param isPlanned true if it is the whole planned table
 * @param kept kept part of the planned table, for each of its degrees above the first
 * @param trials results of the table at each simulated rate
 */
public record HarmlessTable(
    IntervalTable table, boolean isPlanned, List<Kept> kept, List<Trial> trials) {
  /** Greatest tolerated excess of a latency over that of sequential requests, as a share. */
  public static final double TOLERANCE = 0.01;

  /** Most cores; more would take minutes to simulate. */
  public static final int MOST_CORES = 256;

  /** Longest request in milliseconds, about a day; longer ones would exceed the simulated time. */
  public static final double LONGEST_MS = 8e7;

  /** Arrival rates as shares of the sequential capacity of the cores. */
  private static final List<Double> UTILISATIONS = List.of(0.3, 0.5, 0.6, 0.7, 0.8, 0.9);

  private static final List<Double> SEARCH_UTILISATIONS = List.of(0.5, 0.6, 0.7, 0.8, 0.9);

  /**
   * Tolerance of the choice. The choice's tolerance is stricter, since no service has exactly these
   * arrivals.
   */
  private static final double AIM = 0.005;

  /** Tolerance of the search. The few arrivals of the search can show harm by chance. */
  private static final double SEARCH_TOLERANCE = 0.05;

  private static final int SEARCH_TRACES = 2;
  private static final int SEARCH_REQUESTS = 3_000;
  private static final int TRACES = 5;
  private static final int REQUESTS = 12_000;

  /**
   * Greatest loads at which requests get a degree.
   *
   * @param degree degree, at least 2
   * @param upToLoad greatest load at which requests get the degree as planned; 0 for never
   * @param delayMs running time in milliseconds after which requests get it at higher loads, up to
   *     {@code delayedUpToLoad}
   * @param delayedUpToLoad greatest load with the delay; {@code upToLoad} if there is none
   */
  public record Kept(int degree, int upToLoad, double delayMs, int delayedUpToLoad) {
    public Kept {
      if (degree < 2
          || upToLoad < 0
          || !Double.isFinite(delayMs)
          || delayMs < 0
          || delayedUpToLoad < upToLoad) {
        throw new IllegalArgumentException(
            "degree %d up to load %d, after %s ms up to load %d; expected a degree from 2, loads"
                    .formatted(degree, upToLoad, delayMs, delayedUpToLoad)
                + " that ascend from 0 and a delay from 0 ms");
      }
    }
  }

  /**
   * Ratios of latencies to those of the same requests under another policy; less than 1 is faster.
   * Means and percentiles are means over several runs.
   *
   * @param mean ratio of the mean latency
   * @param p50 ratio of the median
   * @param worst greatest ratio of the mean and of the percentiles 1 to 99 and 99.9
   * @param worstPercentile percentile with that ratio, -1 for the mean
   */
  public record Ratios(
      double mean,
      double p50,
      double p95,
      double p99,
      double p999,
      double worst,
      double worstPercentile) {
    /** Value of {@link #worstPercentile} for the mean. */
    public static final double MEAN = -1;

    public Ratios {
      if (!(worst >= mean)
          || !(worst >= p99)
          || !(Math.min(mean, p50) > 0)
          || worst == Double.POSITIVE_INFINITY) {
        throw new IllegalArgumentException(
            "ratios %s of the mean, %s of the median, %s of p99 and %s at worst"
                    .formatted(mean, p50, p99, worst)
                + "; expected finite ones above 0 and the worst as the greatest");
      }
    }
  }

  /**
   * Simulated comparison with sequential requests at one arrival rate.
   *
   * @param utilisation rate as a share of the sequential capacity of the cores
   * @param ratios latencies of the table relative to sequential requests
   * @param planned latencies of the planned table relative to sequential requests
   */
  public record Trial(double utilisation, Ratios ratios, Ratios planned) {
    public Trial {
      if (!(utilisation > 0) || utilisation > 1) {
        throw new IllegalArgumentException(
            "utilisation is %s; expected above 0 and at most 1".formatted(utilisation));
      }
    }

    /** Returns true if the table is harmless at this rate. */
    public boolean isHarmless() {
      return ratios.worst() <= 1 + TOLERANCE;
    }

    /** Returns true if the planned table is harmless at this rate. */
    public boolean isPlannedHarmless() {
      return planned.worst() <= 1 + TOLERANCE;
    }
  }

  public HarmlessTable {
    kept = List.copyOf(kept);
    trials = List.copyOf(trials);
  }

  /**
   * Returns the harmless table with the greatest gain in tail and mean over all rates. Returns the
   * planned table if it is harmless.
   *
   * @param planned table planned for the profile
   * @param seed seed of the simulated arrivals
   * @throws IllegalArgumentException if the profile lacks a degree of the table, the table is for
   *     more than {@link #MOST_CORES}, or a request takes longer than {@link #LONGEST_MS}
   */
  public static HarmlessTable of(IntervalTable planned, Profile profile, long seed) {
    requireSimulable(planned, profile);
    var seeds = new SplittableRandom(seed);
    var deciding = new AgainstSequential(planned, profile, UTILISATIONS, TRACES, REQUESTS, seeds);
    List<Ratios> plannedRatios = deciding.ratios(planned);
    if (plannedRatios.stream().allMatch(ratios -> ratios.worst() <= 1 + TOLERANCE)) {
      return new HarmlessTable(planned, true, List.of(), trials(plannedRatios, plannedRatios));
    }
    var searched =
        new AgainstSequential(
            planned, profile, SEARCH_UTILISATIONS, SEARCH_TRACES, SEARCH_REQUESTS, seeds);
    Restraint best =
        new HarmlessSearch(planned, profile, searched, SEARCH_TOLERANCE)
            .best(restraint -> deciding.gain(restraint.table(planned), AIM).isPresent());
    IntervalTable kept = best.table(planned);
    return new HarmlessTable(
        TableForecast.of(kept, profile, planned.percentile(), kept.rows().getLast().load()),
        false,
        best.kept(planned),
        trials(deciding.ratios(kept), plannedRatios));
  }

  private static void requireSimulable(IntervalTable planned, Profile profile) {
    if (planned.cores() > MOST_CORES) {
      throw new IllegalArgumentException(
          "a table for %,d cores cannot be simulated; expected at most %,d"
              .formatted(planned.cores(), MOST_CORES));
    }
    for (int degree = 1; degree <= planned.maxDegree(); degree++) {
      double longestMs = profile.percentileMs(100, degree);
      if (longestMs > LONGEST_MS) {
        throw new IllegalArgumentException(
            "requests of %s ms cannot be simulated; expected at most %s ms"
                .formatted(longestMs, LONGEST_MS));
      }
    }
  }

  private static List<Trial> trials(List<Ratios> ratios, List<Ratios> planned) {
    var trials = new ArrayList<Trial>();
    for (int i = 0; i < ratios.size(); i++) {
      trials.add(new Trial(UTILISATIONS.get(i), ratios.get(i), planned.get(i)));
    }
    return trials;
  }
}
