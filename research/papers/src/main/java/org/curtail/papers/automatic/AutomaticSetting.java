package org.curtail.papers.automatic;

import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import org.curtail.Profile;

/**
 * The points to measure.
 *
 * @param size number of kinds of change
 * @param parts parts of the measurement: at least one, each once
 * @param demands demands with unique names, at least one. The first is used for changing loads and
 *     changing services
 * @param cores numbers of cores, each at least 1
 * @param loads steady loads: used share of the cores with one thread for each request; above 0
 * @param requests number of requests in each run, at least 1000. Automatic learns from the first
 *     half
 * @param seconds least length of a run at a steady load, above 0. A plan takes half a minute with
 *     any number of requests
 * @param repeats number of runs, each with its own seed; at least 1
 * @param seed seed of the first run
 */
public record AutomaticSetting(
    Size size,
    List<Part> parts,
    List<Demand> demands,
    List<Integer> cores,
    List<Double> loads,
    int requests,
    int seconds,
    int repeats,
    long seed) {
  /** The default numbers of cores. */
  public static final List<Integer> CORES = List.of(2, 4, 15, 64);

  /** The default loads. */
  public static final List<Double> LOADS = List.of(0.1, 0.5, 0.9);

  /** Numbers of cores for changing loads and services, if the setting has them. */
  private static final int CHANGING_CORES = 15;

  /** The number of kinds of change. */
  public enum Size {
    /** All kinds of change. */
    WHOLE,
    /** One change of the load, and one change of the service. */
    QUICK;

    /** The changes of the load. */
    List<LoadShape> shapes() {
      return switch (this) {
        case WHOLE -> List.of(LoadShape.values());
        case QUICK -> List.of(LoadShape.STEPS);
      };
    }

    /** The changes of the service. */
    List<DriftKind> kinds() {
      return switch (this) {
        case WHOLE -> List.of(DriftKind.values());
        case QUICK -> List.of(DriftKind.NONE, DriftKind.DOUBLED);
      };
    }

    /** Days of unchanged traffic, to count false alarms. */
    int days() {
      return switch (this) {
        case WHOLE -> 6;
        case QUICK -> 1;
      };
    }

    /** Most plans of the policy that plans every minute. */
    int plans() {
      return switch (this) {
        case WHOLE -> 6;
        case QUICK -> 2;
      };
    }
  }

  /** A part of the measurement. */
  public enum Part {
    /** Steady loads. */
    STEADY,
    /** Loads that change. */
    CHANGING,
    /** Services that change. */
    DRIFT;

    /** Returns the name on the command line, such as {@code steady}. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A named demand. */
  public record Demand(String name, Profile profile) {}

  public AutomaticSetting {
    parts = List.copyOf(parts);
    demands = List.copyOf(demands);
    cores = List.copyOf(cores);
    loads = List.copyOf(loads);
    if (parts.isEmpty() || demands.isEmpty() || cores.isEmpty() || loads.isEmpty()) {
      throw new IllegalArgumentException(
          "parts, demands, cores and loads must not be empty: %s, %s, %s, %s"
              .formatted(parts, demands, cores, loads));
    }
  }

  /** Returns the seed of each run. */
  List<Long> seeds() {
    return LongStream.range(seed, seed + repeats).boxed().toList();
  }

  /**
   * Returns the number of cores for changing loads and services: fifteen, or the nearest number.
   */
  int changingCores() {
    return cores.stream()
        .min((one, other) ->
            Integer.compare(Math.abs(one - CHANGING_CORES), Math.abs(other - CHANGING_CORES)))
        .orElseThrow();
  }
}
