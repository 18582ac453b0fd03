package org.curtail.replicas;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Prequal. */
final class PrequalChooser extends Chooser {
  /** With fewer answers in the pool, the replica is random (section 4 of the paper). */
  private static final int FEWEST = 2;

  private static final double DELTA = 1;
  private static final int REMEMBERED_LOADS = 128;
  private static final int LOADS = 64;

  /** Greatest age of remembered latencies, as a multiple of an answer's greatest age. */
  private static final double MEMORY = 10;

  /** Number of remembered latencies for each server and each number of requests. */
  private static final int REMEMBERED_LATENCIES = 9;

  private final ReplicaChoice.Prequal choice;
  private final ReplicaRandom probeCoins;
  private final List<Pool> pools;

  /** Latencies by server and number of requests. The last entry holds all larger numbers. */
  private final RecentMedian[][] latencies;

  private long probesSent;

  private static final class Probe {
    final Server server;
    final double latencyMillis;
    final double takenMillis;
    int load;
    double usesLeft;

    Probe(Server server, double latencyMillis, double takenMillis, double usesLeft) {
      this.server = server;
      this.latencyMillis = latencyMillis;
      this.takenMillis = takenMillis;
      this.usesLeft = usesLeft;
      load = server.inSystem();
    }
  }

  /** A client's memory of one shard. */
  private static final class Pool {
    /** Probes, the oldest first. */
    final List<Probe> probes = new ArrayList<>();

    final int[] lastLoads = new int[REMEMBERED_LOADS];

    /** Number of remembered loads by value. */
    final int[] byLoad = new int[LOADS];

    int loads;
    boolean oldestNext;

    void remember(int load) {
      int place = loads++ % REMEMBERED_LOADS;
      if (loads > REMEMBERED_LOADS) {
        byLoad[lastLoads[place]]--;
      }
      lastLoads[place] = Math.min(load, LOADS - 1);
      byLoad[lastLoads[place]]++;
    }

    /** Returns the load above which a replica is hot. */
    int hotAbove(double quantile) {
      double below = quantile * Math.min(loads, REMEMBERED_LOADS);
      int load = 0;
      for (int count = byLoad[0]; count < below && load < LOADS - 1; count += byLoad[load]) {
        load++;
      }
      return load;
    }
  }

  PrequalChooser(ReplicaChoice.Prequal choice, List<List<Server>> shards, ReplicaTrace trace) {
    super(shards, trace);
    this.choice = choice;
    probeCoins = new ReplicaRandom(trace.seed(), ReplicaRandom.Purpose.PROBE);
    pools = Stream.generate(Pool::new).limit(shards.size()).toList();
    latencies = new RecentMedian[shards.stream().mapToInt(List::size).sum()][LOADS];
    for (RecentMedian[] ofServer : latencies) {
      Arrays.setAll(
          ofServer,
          load -> new RecentMedian(REMEMBERED_LATENCIES, MEMORY * choice.mostAgeMillis()));
    }
  }

  @Override
  Server choose(Call call, List<Server> among, double nowMillis) {
    Pool pool = pools.get(call.shard);
    pool.probes.removeIf(probe -> nowMillis - probe.takenMillis > choice.mostAgeMillis());
    @Nullable Probe best = pool.probes.size() < FEWEST ? null : best(pool, among, false);
    for (int i = 0; i < choice.removals() && pool.probes.size() > FEWEST; i++) {
      remove(pool, best);
    }
    Server chosen = best == null ? any(call, among) : use(pool, best);
    // Answers to these probes arrive too late for this request.
    probe(pool, call.shard, nowMillis);
    return chosen;
  }

  private static Server use(Pool pool, Probe best) {
    best.load++;
    best.usesLeft--;
    if (best.usesLeft < 1) {
      pool.probes.remove(best);
    }
    return best.server;
  }

  private void remove(Pool pool, @Nullable Probe used) {
    pool.oldestNext = !pool.oldestNext;
    @Nullable Probe out = pool.oldestNext ? pool.probes.getFirst() : best(pool, null, true);
    if (out != null && out != used) {
      pool.probes.remove(out);
    }
  }

  /**
   * Returns the best or the worst probe. The best is the cold probe with the least latency. Without
   * a cold probe, it is the probe with the fewest requests.
   *
   * @param among servers to consider; null for all
   */
  private @Nullable Probe best(Pool pool, @Nullable List<Server> among, boolean worst) {
    int hotAbove = pool.hotAbove(choice.hotQuantile());
    @Nullable Probe best = null;
    for (Probe probe : pool.probes) {
      if (among != null && !among.contains(probe.server)) {
        continue;
      }
      if (best == null || (isBetter(probe, best, hotAbove) != worst)) {
        best = probe;
      }
    }
    return best;
  }

  private static boolean isBetter(Probe probe, Probe than, int hotAbove) {
    boolean hot = probe.load > hotAbove;
    boolean thanHot = than.load > hotAbove;
    if (hot != thanHot) {
      return thanHot;
    }
    return hot ? probe.load < than.load : probe.latencyMillis < than.latencyMillis;
  }

  private void probe(Pool pool, int shard, double nowMillis) {
    List<Server> all = servers(shard);
    int probes = Math.min(choice.probes(), all.size());
    var asked = new ArrayList<Server>(probes);
    while (asked.size() < probes) {
      Server server = all.get((int) (probeCoins.unit(probesSent++) * all.size()));
      if (!asked.contains(server)) {
        asked.add(server);
        pool.remember(server.inSystem());
        // The earlier answer of this server is out of date.
        pool.probes.removeIf(probe -> probe.server == server);
        pool.probes.add(
            new Probe(server, latencyMillis(server, nowMillis), nowMillis, uses(all.size())));
      }
    }
    while (pool.probes.size() > choice.pool()) {
      pool.probes.removeFirst();
    }
  }

  /** Returns the allowed number of uses of an answer. */
  private double uses(int replicas) {
    double share = 1 - choice.pool() / (double) replicas;
    double net = share * choice.probes() - choice.removals();
    return net > 0 ? Math.max(1, (1 + DELTA) / net) : Double.POSITIVE_INFINITY;
  }

  /** Returns the usual latency at about the present number of requests; 0 if unknown. */
  private double latencyMillis(Server server, double nowMillis) {
    RecentMedian[] byLoad = latencies[server.index];
    int load = Math.min(server.inSystem(), LOADS - 1);
    for (int away = 0; away < LOADS; away++) {
      if (load - away >= 0 && byLoad[load - away].isKnown(nowMillis)) {
        return byLoad[load - away].median(nowMillis);
      }
      if (load + away < LOADS && byLoad[load + away].isKnown(nowMillis)) {
        return byLoad[load + away].median(nowMillis);
      }
    }
    return 0;
  }

  @Override
  void answered(Copy copy, double nowMillis) {
    latencies[copy.server.index][Math.min(copy.inSystemBefore, LOADS - 1)].add(
        copy.responseMillis(nowMillis), nowMillis);
  }

  /** The median of the last few recent values. */
  private static final class RecentMedian {
    private final double[] values;
    private final double[] atMillis;
    private final double mostAgeMillis;
    private int added;

    RecentMedian(int count, double mostAgeMillis) {
      values = new double[count];
      atMillis = new double[count];
      this.mostAgeMillis = mostAgeMillis;
    }

    void add(double value, double nowMillis) {
      values[added % values.length] = value;
      atMillis[added % values.length] = nowMillis;
      added++;
    }

    boolean isKnown(double nowMillis) {
      return added > 0 && nowMillis - atMillis[(added - 1) % values.length] <= mostAgeMillis;
    }

    /**
     * Returns the median, or the lower of two middle values. Must be {@linkplain #isKnown known}.
     */
    double median(double nowMillis) {
      double[] recent = new double[Math.min(added, values.length)];
      int count = 0;
      for (int i = 0; i < recent.length; i++) {
        if (nowMillis - atMillis[i] <= mostAgeMillis) {
          recent[count++] = values[i];
        }
      }
      Arrays.sort(recent, 0, count);
      return recent[(count - 1) / 2];
    }
  }
}
