package org.curtail.tune;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.curtail.IntervalTable;
import org.curtail.Percentile;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.policy.FewToMany;
import org.curtail.policy.Sequential;
import org.curtail.sim.Machine;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;
import org.curtail.tune.HarmlessTable.Ratios;

/** Simulation of tables and sequential requests on the same arrivals, at several rates. */
final class AgainstSequential {
  private static final double[] PERCENTILES = percentiles();
  private static final double P50 = 50;
  private static final double P95 = 95;
  private static final double P99 = 99;
  private static final double P999 = 99.9;

  /**
   * Number of concurrent requests, in addition to two per core, beyond which a service has fallen
   * behind.
   */
  private static final int MOST_RUNNING = 200;

  /** Lower limit of latencies, so that the ratio of tiny ones is defined. */
  private static final double NANOSECOND_MS = 1e-6;

  private final Simulation service;
  private final int cores;
  private final double tail;
  private final List<Rate> rates = new ArrayList<>();

  /** Index of the last harm. The search tests it first, since harm is often found there again. */
  private int suspected;

  /**
   * Mean latencies over several runs, in milliseconds.
   *
   * @param percentiles percentiles at {@link #PERCENTILES}, then the tail
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Latencies(double mean, double[] percentiles, boolean isGivenUp) {
    double tail() {
      return percentiles[PERCENTILES.length];
    }
  }

  private record Rate(List<Trace> traces, Latencies sequential) {}

  /**
   * Draws the arrivals.
   *
   * @param planned table that defines the cores and the tail
   * @param utilisations arrival rates as shares of the sequential capacity of the cores
   * @param traces traces for each rate, at least 1
   * @param requests requests in each trace, at least 1
   */
  AgainstSequential(
      IntervalTable planned,
      Profile profile,
      List<Double> utilisations,
      int traces,
      int requests,
      SplittableRandom seeds) {
    cores = planned.cores();
    tail = planned.percentile();
    service = new Simulation(profile, Machine.ofCores(cores));
    double capacityPerSecond = cores * 1000 / profile.meanMs(1);
    for (double utilisation : utilisations) {
      var arrivals = new PoissonArrivals(utilisation * capacityPerSecond);
      var drawn = new ArrayList<Trace>();
      for (int i = 0; i < traces; i++) {
        drawn.add(Traces.draw(arrivals, profile, requests, seeds.nextLong()));
      }
      rates.add(new Rate(drawn, latencies(service, new Sequential(), drawn)));
    }
  }

  private static double[] percentiles() {
    double[] percentiles = IntStream.rangeClosed(1, 100).asDoubleStream().toArray();
    percentiles[99] = P999;
    return percentiles;
  }

  /**
   * Returns a table's gain: the mean logarithm of the factor by which tail and mean fall. Empty if
   * a compared latency exceeds that of sequential requests by more than the tolerance.
   */
  OptionalDouble gain(IntervalTable table, double tolerance) {
    Simulation limited = service.givingUpBeyond(MOST_RUNNING + 2 * cores);
    var policy = new FewToMany(table);
    double gain = 0;
    int first = suspected;
    for (int i = 0; i < rates.size(); i++) {
      int at = (first + i) % rates.size();
      Rate rate = rates.get(at);
      Latencies latencies = latencies(limited, policy, rate.traces);
      if (latencies.isGivenUp || worst(latencies, rate.sequential).ratio > 1 + tolerance) {
        suspected = at;
        return OptionalDouble.empty();
      }
      gain +=
          StrictMath.log(ratio(rate.sequential.tail(), latencies.tail()))
              + StrictMath.log(ratio(rate.sequential.mean, latencies.mean));
    }
    return OptionalDouble.of(gain / (2 * rates.size()));
  }

  List<Ratios> ratios(IntervalTable table) {
    var policy = new FewToMany(table);
    return rates.stream()
        .map(rate -> ratios(latencies(service, policy, rate.traces), rate.sequential))
        .toList();
  }

  private static Ratios ratios(Latencies latencies, Latencies sequential) {
    Worst worst = worst(latencies, sequential);
    return new Ratios(
        ratio(latencies.mean, sequential.mean),
        ratio(P50, latencies, sequential),
        ratio(P95, latencies, sequential),
        ratio(P99, latencies, sequential),
        ratio(P999, latencies, sequential),
        worst.ratio,
        worst.percentile);
  }

  private record Worst(double ratio, double percentile) {}

  private static Worst worst(Latencies latencies, Latencies sequential) {
    var worst = new Worst(ratio(latencies.mean, sequential.mean), Ratios.MEAN);
    for (int i = 0; i < PERCENTILES.length; i++) {
      double ratio = ratio(latencies.percentiles[i], sequential.percentiles[i]);
      if (ratio > worst.ratio) {
        worst = new Worst(ratio, PERCENTILES[i]);
      }
    }
    return worst;
  }

  private static double ratio(double percentile, Latencies latencies, Latencies sequential) {
    int i = Arrays.binarySearch(PERCENTILES, percentile);
    return ratio(latencies.percentiles[i], sequential.percentiles[i]);
  }

  private static double ratio(double oneMs, double otherMs) {
    return (oneMs + NANOSECOND_MS) / (otherMs + NANOSECOND_MS);
  }

  private Latencies latencies(Simulation simulation, Policy policy, List<Trace> traces) {
    List<SimulationResult> runs =
        traces.parallelStream().map(trace -> simulation.run(policy, trace)).toList();
    double[] percentiles = new double[PERCENTILES.length + 1];
    double mean = 0;
    for (SimulationResult run : runs) {
      mean += run.meanMs() / runs.size();
      long[] ascending =
          IntStream.range(0, run.requests()).mapToLong(run::latencyNanos).sorted().toArray();
      for (int i = 0; i < percentiles.length; i++) {
        double percentile = i < PERCENTILES.length ? PERCENTILES[i] : tail;
        percentiles[i] +=
            ascending[Percentile.rank(percentile, ascending.length)] / 1e6 / runs.size();
      }
    }
    return new Latencies(mean, percentiles, runs.stream().anyMatch(SimulationResult::isGivenUp));
  }
}
