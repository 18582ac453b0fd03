package org.curtail.cli.diagnose;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.curtail.Percentile;
import org.curtail.benchkit.search.SearchAnswer;
import org.curtail.benchkit.search.Searches;
import org.curtail.benchkit.search.Workload;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.linux.LinuxSignals;
import org.curtail.policy.Sequential;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.Ticket;
import org.curtail.signals.Stint;

/**
 * Usual computing time of queries, and the capacity of the machine. For the capacity all cores are
 * busy: each thread serves one query after another. For each query, the median of its passes
 * counts.
 *
 * @param cpuNanos CPU time of each query; negative if the system does not report it
 * @param serialMs time of each query
 * @param requestsPerSecond the sequential capacity
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record Calibration(long[] cpuNanos, double[] serialMs, double requestsPerSecond) {
  private static final int PASSES = 3;
  private static final double NANOS_PER_SECOND = 1e9;

  /** Runs all queries; the first pass does not count. */
  static Calibration measure(Workload workload, int cores, long seed, Console console)
      throws IOException, InterruptedException {
    int queries = workload.queries().size();
    long[][] cpuNanos = new long[queries][PASSES];
    long[][] serialNanos = new long[queries][PASSES];
    List<Integer> order = new ArrayList<>(IntStream.range(0, queries).boxed().toList());
    var random = new Random(seed);
    double bestPerSecond = 0;
    try (Curtail engine =
        Curtail.with(new Sequential())
            .cores(cores)
            .name("calibration")
            .signals(LinuxSignals.probe())
            .start()) {
      Searches searches = Searches.on(engine, workload);
      for (int pass = -1; pass < PASSES; pass++) {
        Collections.shuffle(order, random);
        long fromNanos = System.nanoTime();
        List<Asked> asked = askAll(engine, searches, order, 2 * cores);
        double perSecond = NANOS_PER_SECOND * queries / (System.nanoTime() - fromNanos);
        console.progress("diagnose: calibration, pass %d of %d".formatted(pass + 2, PASSES + 1));
        if (pass >= 0) {
          bestPerSecond += perSecond / PASSES;
          for (Asked one : asked) {
            cpuNanos[one.query()][pass] = one.cpuNanos();
            serialNanos[one.query()][pass] = one.serialNanos();
          }
        }
      }
    }
    return new Calibration(
        Arrays.stream(cpuNanos).mapToLong(Calibration::median).toArray(),
        Arrays.stream(serialNanos).mapToDouble(nanos -> median(nanos) / 1e6).toArray(),
        bestPerSecond);
  }

  private record Asked(int query, long cpuNanos, long serialNanos) {}

  private record UnderWay(int query, Ticket<SearchAnswer> ticket) {}

  /** Runs queries, with enough outstanding ones that no thread waits. */
  private static List<Asked> askAll(
      Curtail engine, Searches searches, List<Integer> order, int atATime)
      throws IOException, InterruptedException {
    var asked = new ArrayList<Asked>();
    Queue<UnderWay> underWay = new ArrayDeque<>();
    for (int query : order) {
      StopSignal.check("stopped before anything was observed; nothing was written");
      if (underWay.size() == atATime) {
        asked.add(answered(underWay.remove()));
      }
      underWay.add(new UnderWay(query, engine.submit(searches.work(query))));
    }
    while (!underWay.isEmpty()) {
      asked.add(answered(underWay.remove()));
    }
    return asked;
  }

  private static Asked answered(UnderWay one) throws IOException, InterruptedException {
    try {
      one.ticket().get();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      throw new IOException("a query failed: " + Failure.reason(cause == null ? e : cause), e);
    }
    long cpuNanos = 0;
    for (Stint stint : one.ticket().timeline().stints()) {
      cpuNanos = stint.cpuNanos() < 0 || cpuNanos < 0 ? -1 : cpuNanos + stint.cpuNanos();
    }
    return new Asked(one.query(), cpuNanos, one.ticket().timeline().executionNanos());
  }

  private static long median(long[] nanos) {
    long[] ascending = nanos.clone();
    Arrays.sort(ascending);
    return ascending[Percentile.rank(50, ascending.length)];
  }

  /** Returns the calibration with the queries of another one appended. */
  Calibration with(Calibration more) {
    return new Calibration(
        LongStream.concat(LongStream.of(cpuNanos), LongStream.of(more.cpuNanos)).toArray(),
        DoubleStream.concat(DoubleStream.of(serialMs), DoubleStream.of(more.serialMs)).toArray(),
        requestsPerSecond);
  }

  /**
   * Queries with a long computing time: between the 80th and the 95th percentile. If they take half
   * as much time again, most of them are slow.
   */
  int[] ratherLongQueries() {
    int[] ascending =
        IntStream.range(0, serialMs.length)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer i) -> serialMs[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    return Arrays.copyOfRange(
        ascending,
        Percentile.rank(80, ascending.length),
        Percentile.rank(95, ascending.length) + 1);
  }

  /** The query with the longest computing time. */
  int longestQuery() {
    return IntStream.range(0, serialMs.length)
        .reduce((one, other) -> cpuNanos[other] > cpuNanos[one] ? other : one)
        .orElseThrow();
  }
}
