package org.curtail.cli.bench.opensearch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.curtail.benchkit.openloop.Arrivals;
import org.curtail.benchkit.openloop.Block;

/** The searches of blocks and their arrivals, at each load. Immutable. */
sealed interface Traffic {
  /**
   * Searches at their arrivals.
   *
   * @param perSecond scale of the arrivals
   */
  record Trace(Arrivals arrivals, double perSecond) {}

  /** Names of the kinds of searches; a single kind has an empty name. */
  List<String> kinds();

  /** The kind of a search, an index into {@link #kinds}. */
  int kindOf(int search);

  /** The loads, as shares of the capacity. */
  List<Double> loads();

  /** The rate of a kind at a load. */
  double perSecond(double load, int kind);

  /** Draws the trace of a block. */
  Trace draw(double load, Random random);

  /** Draws the trace of an uncounted block, at a load at which a node may plan. */
  Trace drawWarmUp(Random random);

  /** Searches per second at a load of 1; of a mix, the short searches alone. */
  double capacityPerSecond();

  /** True if there are several kinds. */
  default boolean isMixed() {
    return kinds().size() > 1;
  }

  /**
   * Searches of one kind.
   *
   * @param searches number of different searches
   * @param capacityPerSecond searches per second at a load of 1
   * @param requests requests of a block
   * @param warmUp requests of an uncounted block
   */
  record OneKind(
      int searches, double capacityPerSecond, List<Double> loads, int requests, int warmUp)
      implements Traffic {
    private static final double LOW_LOAD = 0.3;

    @Override
    public List<String> kinds() {
      return List.of("");
    }

    @Override
    public int kindOf(int search) {
      return 0;
    }

    @Override
    public double perSecond(double load, int kind) {
      return load * capacityPerSecond;
    }

    @Override
    public Trace draw(double load, Random random) {
      return new Trace(Arrivals.poisson(requests, searches, random), perSecond(load, 0));
    }

    @Override
    public Trace drawWarmUp(Random random) {
      return new Trace(Arrivals.poisson(warmUp, searches, random), perSecond(LOW_LOAD, 0));
    }

    /** Requests of a warm-up that is neither too long nor longer than the measured part. */
    static int warmUpRequests(double capacityPerSecond, double seconds, int most) {
      return (int) Math.clamp(LOW_LOAD * capacityPerSecond * seconds, 1, most);
    }
  }

  /**
   * Short searches at one rate, and long searches at another.
   *
   * @param shorts number of different short searches; all later ones are long
   * @param searches number of different searches
   * @param capacityPerSecond short searches per second at a load of 1 without long searches
   * @param shortPerSecond rate of short searches
   * @param longPerSecond rates of long searches by load
   * @param seconds duration of a block
   * @param warmUpSeconds duration of an uncounted block
   */
  record Mix(
      int shorts,
      int searches,
      double capacityPerSecond,
      double shortPerSecond,
      Map<Double, Double> longPerSecond,
      double seconds,
      double warmUpSeconds)
      implements Traffic {
    private static final List<String> KINDS = List.of("short searches", "long searches");
    private static final double MS = 1e3;

    private record Arrival(double ms, int search) {}

    public Mix {
      longPerSecond = Map.copyOf(longPerSecond);
      if (shorts < 1 || shorts >= searches) {
        throw new IllegalArgumentException(
            "short searches must be from 1 to %d: %d".formatted(searches - 1, shorts));
      }
    }

    @Override
    public List<String> kinds() {
      return KINDS;
    }

    @Override
    public int kindOf(int search) {
      return search < shorts ? 0 : 1;
    }

    @Override
    public List<Double> loads() {
      return longPerSecond.keySet().stream().sorted().toList();
    }

    @Override
    public double perSecond(double load, int kind) {
      return kind == 0 ? shortPerSecond : longPerSecond.getOrDefault(load, 0.0);
    }

    @Override
    public Trace draw(double load, Random random) {
      return draw(perSecond(load, 1), seconds, random);
    }

    @Override
    public Trace drawWarmUp(Random random) {
      return draw(perSecond(loads().getFirst(), 1), warmUpSeconds, random);
    }

    /** Draws Poisson arrivals of both kinds until each kind has one that counts. */
    private Trace draw(double longs, double during, Random random) {
      while (true) {
        var all = new ArrayList<Arrival>();
        add(all, shortPerSecond, during, 0, shorts, random);
        add(all, longs, during, shorts, searches, random);
        all.sort(Comparator.comparingDouble(Arrival::ms));
        int ramp = Block.ramp(all.size());
        long counted =
            all.subList(ramp, all.size() - ramp).stream()
                .mapToInt(one -> kindOf(one.search))
                .distinct()
                .count();
        if (counted == KINDS.size()) {
          return new Trace(
              Arrivals.at(
                  all.stream().mapToDouble(Arrival::ms).toArray(),
                  all.stream().mapToInt(Arrival::search).toArray()),
              1);
        }
      }
    }

    private static void add(
        List<Arrival> all, double perSecond, double during, int from, int to, Random random) {
      double gapMs = MS / perSecond;
      for (double ms = gapMs * random.nextExponential();
          ms < MS * during;
          ms += gapMs * random.nextExponential()) {
        all.add(new Arrival(ms, random.nextInt(from, to)));
      }
    }
  }
}
