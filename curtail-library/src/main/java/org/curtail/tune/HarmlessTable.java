package org.curtail.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.curtail.IntervalTable;
import org.curtail.IntervalTable.Row;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.plan.Schedule;
import org.curtail.plan.ScheduleCost;
import org.curtail.policy.FewToMany;
import org.curtail.sim.Machine;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;

/**
 * A table that keeps the Few-to-Many paper's promise for low load and does no harm at high load:
 * from some load on, requests start at once and stay sequential, and below it they may have to be
 * sequential for longer before they gain threads. The planner looks at each load by itself and
 * cannot see that threads which help a request at little efficiency take cores from those that come
 * next; with few cores that costs more than it gains. Here a simulation decides.
 *
 * <p>"No harm" is: at no rate of arrivals that was tried is mean or 95th percentile more than
 * {@link #TOLERANCE} above those of the same service with every request sequential.
 *
 * @param table with rows for all loads up to where requests wait for an exit
 * @param sequentialFrom the first load with sequential requests; 1 if nothing else does no harm
 * @param delayMs how long every request stays sequential at first, in milliseconds; 0 if the
 *     planned rows are kept as they are, else below {@code sequentialFrom} nobody waits either
 * @param trials what it does at each rate that was tried
 */
public record HarmlessTable(
    IntervalTable table, int sequentialFrom, double delayMs, List<Trial> trials) {
  /** Shares of the cores' capacity for sequential requests. */
  private static final List<Double> UTILISATIONS = List.of(0.3, 0.5, 0.7, 0.85);

  private static final double TOLERANCE = 0.02;
  private static final double P95 = 95;

  /** Of the sequential demand: how long requests may be kept sequential at first. */
  private static final List<Double> DELAY_PERCENTILES = List.of(0.0, 50.0, 75.0, 90.0, 95.0);

  private static final int TRACES = 3;
  private static final int REQUESTS_PER_TRACE = 4_000;

  /**
   * How a table compares with sequential requests at one rate of arrivals, simulated.
   *
   * @param utilisation the rate, as a share of what the cores can carry sequentially
   * @param meanRatio mean latency over that of sequential requests; less than 1 is faster
   * @param p95Ratio the same of the 95th percentile
   */
  public record Trial(double utilisation, double meanRatio, double p95Ratio) {
    boolean isHarmless() {
      return meanRatio <= 1 + TOLERANCE && p95Ratio <= 1 + TOLERANCE;
    }
  }

  public HarmlessTable {
    trials = List.copyOf(trials);
    if (sequentialFrom < 1) {
      throw new IllegalArgumentException("sequentialFrom must be at least 1: " + sequentialFrom);
    }
  }

  /**
   * The best table made of a planned one that does no harm: lowest in mean and 95th percentile over
   * all rates.
   *
   * @param planned for the profile
   * @param seed for the simulated arrivals
   * @throws IllegalArgumentException if the profile lacks a degree of the table
   */
  public static HarmlessTable of(IntervalTable planned, Profile profile, long seed) {
    var laboratory = new Laboratory(planned, profile, seed);
    HarmlessTable best = laboratory.tried(1, 0);
    for (double percentile : DELAY_PERCENTILES) {
      double delayMs = percentile == 0 ? 0 : profile.percentileMs(percentile, 1);
      HarmlessTable candidate = laboratory.best(delayMs);
      if (candidate.ratio() < best.ratio()) {
        best = candidate;
      }
    }
    return best;
  }

  private boolean isHarmless() {
    return trials.stream().allMatch(Trial::isHarmless);
  }

  /** What the table does in the mean over all trials; less than 1 is faster. */
  private double ratio() {
    double sum = 0;
    for (Trial trial : trials) {
      sum += trial.meanRatio + trial.p95Ratio;
    }
    return sum / (2 * trials.size());
  }

  /** Compares tables on the same arrivals. */
  private static final class Laboratory {
    private final IntervalTable planned;
    private final Profile profile;
    private final Simulation service;
    private final List<List<Trace>> tracesByUtilisation = new ArrayList<>();
    private final List<List<SimulationResult>> sequential = new ArrayList<>();

    Laboratory(IntervalTable planned, Profile profile, long seed) {
      this.planned = planned;
      this.profile = profile;
      service = new Simulation(profile, Machine.ofCores(planned.cores()));
      var seeds = new SplittableRandom(seed);
      double capacityPerSecond = planned.cores() * 1000 / profile.meanMs(1);
      Policy baseline = new FewToMany(restrained(1, 0));
      for (double utilisation : UTILISATIONS) {
        var arrivals = new PoissonArrivals(utilisation * capacityPerSecond);
        var traces = new ArrayList<Trace>();
        for (int i = 0; i < TRACES; i++) {
          traces.add(Traces.draw(arrivals, profile, REQUESTS_PER_TRACE, seeds.nextLong()));
        }
        tracesByUtilisation.add(traces);
        sequential.add(traces.stream().map(trace -> service.run(baseline, trace)).toList());
      }
    }

    /** As many requests as run at once before others wait for an exit: as a service would have. */
    int mostAdmitted() {
      return Math.max(planned.waitForExitAbove(), 2 * planned.cores());
    }

    /** Of the harmless tables with this delay, the one with most of the planned rows. */
    HarmlessTable best(double delayMs) {
      int harmless = 1;
      int harmful = planned.waitForExitAbove() + 2;
      HarmlessTable best = tried(harmless, delayMs);
      while (harmful - harmless > 1) {
        int middle = (harmless + harmful) / 2;
        HarmlessTable candidate = tried(middle, delayMs);
        if (candidate.isHarmless()) {
          harmless = middle;
          best = candidate;
        } else {
          harmful = middle;
        }
      }
      return best;
    }

    HarmlessTable tried(int sequentialFrom, double delayMs) {
      IntervalTable table = restrained(sequentialFrom, delayMs);
      var policy = new FewToMany(table);
      var trials = new ArrayList<Trial>();
      for (int u = 0; u < UTILISATIONS.size(); u++) {
        double meanRatio = 0;
        double p95Ratio = 0;
        for (int i = 0; i < TRACES; i++) {
          SimulationResult outcome = service.run(policy, tracesByUtilisation.get(u).get(i));
          SimulationResult baseline = sequential.get(u).get(i);
          meanRatio += outcome.meanMs() / baseline.meanMs() / TRACES;
          p95Ratio += outcome.percentileMs(P95) / baseline.percentileMs(P95) / TRACES;
        }
        trials.add(new Trial(UTILISATIONS.get(u), meanRatio, p95Ratio));
      }
      return new HarmlessTable(table, sequentialFrom, delayMs, trials);
    }

    private IntervalTable restrained(int sequentialFrom, double delayMs) {
      var rows = new ArrayList<Row>();
      for (int load = 1; load <= mostAdmitted(); load++) {
        Row row = planned.row(load);
        if (load >= sequentialFrom) {
          rows.add(sequentialRow(load));
        } else if (delayMs == 0) {
          rows.add(row);
        } else {
          rows.add(delayed(row, delayMs));
        }
      }
      return new IntervalTable(
          planned.cores(),
          Math.max(planned.targetParallelism(), mostAdmitted()),
          planned.maxDegree(),
          planned.percentile(),
          planned.stepMs(),
          planned.degrees(),
          rows,
          mostAdmitted());
    }

    /** Nobody waits, and further degrees begin after the delay at the earliest. */
    private Row delayed(Row row, double delayMs) {
      var startsMs = new ArrayList<Double>();
      for (int degree = 1; degree <= planned.maxDegree(); degree++) {
        double executionMs = row.startMs(degree) - row.startMs(1);
        startsMs.add(degree == 1 ? 0 : onGrid(Math.max(executionMs, delayMs)));
      }
      return predicted(row.load(), startsMs);
    }

    /** Further degrees begin when the longest request has ended. */
    private Row sequentialRow(int load) {
      var startsMs = new ArrayList<Double>();
      for (int degree = 1; degree <= planned.maxDegree(); degree++) {
        startsMs.add(degree == 1 ? 0 : onGrid(profile.percentileMs(100, 1)));
      }
      return predicted(load, startsMs);
    }

    private double onGrid(double timeMs) {
      return Math.ceil(timeMs / planned.stepMs()) * planned.stepMs();
    }

    private Row predicted(int load, List<Double> startsMs) {
      ScheduleCost cost = new Schedule(startsMs).cost(profile, planned.percentile());
      return new Row(load, startsMs, cost.tailMs(), cost.meanMs(), cost.averageParallelism(load));
    }
  }
}
