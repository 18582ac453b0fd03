package org.curtail.benchkit.inject;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * The requests in order of sending, with injections before the server: changed times of sending and
 * changed queries. Immutable.
 */
public final class InjectionPlan {
  private final List<InjectionKind> kinds;
  private final long[] intendedNanos;
  private final long[] sentNanos;
  private final int[] queries;
  private final boolean[] chosen;

  private InjectionPlan(
      List<InjectionKind> kinds,
      long[] intendedNanos,
      long[] sentNanos,
      int[] queries,
      boolean[] chosen) {
    this.kinds = kinds;
    this.intendedNanos = intendedNanos;
    this.sentNanos = sentNanos;
    this.queries = queries;
    this.chosen = chosen;
  }

  /**
   * Chooses requests: one at a random place in each of equally long intervals.
   *
   * @param dueNanos planned time of sending of each request, ascending; copied
   * @param queries query of each request; copied
   * @param ramp number of requests at each end that are not chosen
   * @param longQuery a long query
   * @param ratherLong queries nearly as long as slow requests, for the small effect of a memory
   *     hog; at least one
   * @param burst number of requests of a burst: at least 1
   * @param seed seed of the block, in addition to that of the setting
   * @throws IllegalArgumentException if there are too few requests for the share
   */
  public static InjectionPlan draw(
      InjectionSetting setting,
      long[] dueNanos,
      int[] queries,
      int ramp,
      int longQuery,
      int[] ratherLong,
      int burst,
      long seed) {
    int size = setting.kinds().contains(InjectionKind.BURST) ? burst : 1;
    int room = dueNanos.length - 2 * ramp;
    int count =
        Math.max(
            1, (int) (setting.share() * dueNanos.length / size / hitBesides(setting, dueNanos)));
    if ((long) count * size > room) {
      throw new IllegalArgumentException(
          "%,d requests are too few for %d times %d".formatted(dueNanos.length, count, size));
    }
    var random = new Random(31 * setting.seed() + seed);
    boolean[] chosen = new boolean[dueNanos.length];
    long[] intendedNanos = dueNanos.clone();
    for (int i = 0; i < count; i++) {
      int from = ramp + (int) ((long) room * i / count);
      int to = ramp + (int) ((long) room * (i + 1) / count);
      int first = from + random.nextInt(to - from - size + 1);
      Arrays.fill(chosen, first, first + size, true);
      Arrays.fill(intendedNanos, first, first + size, dueNanos[first]);
    }
    int[] asked = queries.clone();
    int[] dealt = shuffled(ratherLong, random);
    int deals = 0;
    long[] sentNanos = intendedNanos.clone();
    for (int i = 0; i < chosen.length; i++) {
      if (chosen[i] && setting.kinds().contains(InjectionKind.LONG_QUERY)) {
        asked[i] = longQuery;
      } else if (chosen[i] && setting.kinds().contains(InjectionKind.MEMORY_HOG)) {
        // Takes each query equally often: a cause must be rare among requests of the same query.
        asked[i] = dealt[deals++ % dealt.length];
      }
      if (chosen[i] && setting.kinds().contains(InjectionKind.NETWORK)) {
        sentNanos[i] += setting.lengthNanos(InjectionKind.NETWORK);
      }
    }
    return new InjectionPlan(setting.kinds(), intendedNanos, sentNanos, asked, chosen)
        .inOrderOfSending();
  }

  private static int[] shuffled(int[] values, Random random) {
    int[] shuffled = values.clone();
    for (int i = shuffled.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swapped = shuffled[i];
      shuffled[i] = shuffled[j];
      shuffled[j] = swapped;
    }
    return shuffled;
  }

  /**
   * Returns the mean number of other requests that an injection affects: a stop affects all
   * requests that run or arrive.
   */
  private static double hitBesides(InjectionSetting setting, long[] dueNanos) {
    double perNano =
        dueNanos.length / Math.max(1.0, (double) (dueNanos[dueNanos.length - 1] - dueNanos[0]));
    return 1
        + setting.kinds().stream()
            .filter(kind -> kind.reach() == InjectionKind.Reach.ALL)
            .mapToDouble(kind -> perNano * setting.lengthNanos(kind))
            .sum();
  }

  /** Returns a plan without injections. */
  public static InjectionPlan none(long[] dueNanos, int[] queries) {
    return new InjectionPlan(
        List.of(),
        dueNanos.clone(),
        dueNanos.clone(),
        queries.clone(),
        new boolean[dueNanos.length]);
  }

  private InjectionPlan inOrderOfSending() {
    int[] order =
        IntStream.range(0, sentNanos.length)
            .boxed()
            .sorted(Comparator.comparingLong(i -> sentNanos[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    boolean[] chosenInOrder = new boolean[order.length];
    for (int i = 0; i < order.length; i++) {
      chosenInOrder[i] = chosen[order[i]];
    }
    return new InjectionPlan(
        kinds,
        IntStream.of(order).mapToLong(i -> intendedNanos[i]).toArray(),
        IntStream.of(order).mapToLong(i -> sentNanos[i]).toArray(),
        IntStream.of(order).map(i -> queries[i]).toArray(),
        chosenInOrder);
  }

  /** Returns the number of requests. */
  public int requests() {
    return queries.length;
  }

  /** Returns the intended time of sending by the client, since the begin of the block. */
  public long intendedNanos(int request) {
    return intendedNanos[request];
  }

  /** Returns the arrival at the server: at least {@link #intendedNanos}, not decreasing. */
  public long sentNanos(int request) {
    return sentNanos[request];
  }

  /** Returns the query, as an index into the query log. */
  public int query(int request) {
    return queries[request];
  }

  /** True if the request has an injection. */
  public boolean isChosen(int request) {
    return chosen[request];
  }

  /**
   * Returns the injections before the server, after the block.
   *
   * @param first number of the first request in the run
   * @param beginNanos begin of the block, by {@code System.nanoTime}
   * @param handedOverNanos actual hand-over of a request by its number in the block, by the same
   *     clock; at least {@link #sentNanos} after the begin
   * @param served records of the server, by the request's number in the run
   */
  public List<InjectionRecord> records(
      int first, long beginNanos, IntToLongFunction handedOverNanos, Map<Integer, Served> served) {
    var records = new ArrayList<InjectionRecord>();
    for (int i = 0; i < chosen.length; i++) {
      if (!chosen[i]) {
        continue;
      }
      long fromNanos = beginNanos + intendedNanos[i];
      long handedNanos = handedOverNanos.applyAsLong(i);
      for (InjectionKind kind : kinds) {
        switch (kind) {
          case NETWORK ->
              records.add(InjectionRecord.whole(kind, first + i, fromNanos, handedNanos));
          case BURST -> burst(first + i, handedNanos, served).ifPresent(records::add);
          case LONG_QUERY -> longQuery(first + i, served).ifPresent(records::add);
          case CPU_HOG, MEMORY_HOG, COLLECTOR, LOCK, IO, PAGE_FAULTS, STOP -> {
            // Injections into running requests have records of their own.
          }
        }
      }
    }
    return records;
  }

  /**
   * Returns the time that a request of a burst waited for a thread and then for a core. The client
   * hands over the requests of a burst in turn, so the wait begins at the hand-over.
   */
  private static Optional<InjectionRecord> burst(
      int request, long handedNanos, Map<Integer, Served> served) {
    return Optional.ofNullable(served.get(request))
        .map(own -> {
          long offCoreNanos = own.offCoreNanos();
          long nanos =
              offCoreNanos == InjectionRecord.UNKNOWN
                  ? InjectionRecord.UNKNOWN
                  : Math.max(0, own.fromNanos() - handedNanos) + offCoreNanos;
          return new InjectionRecord(
              InjectionKind.BURST, request, handedNanos, own.toNanos(), nanos);
        });
  }

  /** Returns the computing time of a long query. */
  private static Optional<InjectionRecord> longQuery(int request, Map<Integer, Served> served) {
    return Optional.ofNullable(served.get(request))
        .map(own ->
            new InjectionRecord(
                InjectionKind.LONG_QUERY, request, own.fromNanos(), own.toNanos(), own.cpuNanos()));
  }
}
