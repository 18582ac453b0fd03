package org.curtail.jmh;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.curtail.Profile;
import org.curtail.policies.Policies;
import org.curtail.policies.Policies.Ingredients;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.SharedWork;

/**
 * Short requests beside long ones, live: what each contender makes of the same arrivals, on the
 * cores of this machine. {@code threads} is a service without curtail: an unbounded pool, one plain
 * thread for each request.
 *
 * <pre>{@code
 * java -cp research/jmh/target/benchmarks.jar org.curtail.jmh.ShortBesideLong \
 *     two-humps 0.6 2000 5 1 threads,sequential,automatic
 * }</pre>
 *
 * <p>The arguments: a demand ({@code two-humps}: 98.2 % of 1 ms and 1.8 % of 600 ms; {@code
 * log-normal}: sigma 1.1, mean 8 ms), the load, requests of each run, rounds, the seed, and the
 * contenders: {@code threads}, {@code automatic} or any name of a policy. All contenders serve the
 * same arrivals, one after the other, in another order in each round; {@code automatic} lasts from
 * round to round, so that it learns. A figure is the median over the rounds; each ratio is the
 * median of the ratios to the first contender in the same round. Latency counts from the intended
 * start.
 */
public final class ShortBesideLong {
  private static final double LONG_SHARE = 0.018;
  private static final double SHORT_MS = 1;
  private static final double LONG_MS = 600;
  private static final double SIGMA = 1.1;
  private static final double MEAN_MS = 8;
  private static final int LOG_NORMAL_CHUNKS = 100;

  /** Border between short and long demands. */
  private static final double BORDER_MS = 100;

  private final double nanosPerTurnOfLoop = calibrate();
  private final boolean twoHumps;
  private final double load;
  private final int requests;
  private final int cores = Runtime.getRuntime().availableProcessors();

  private ShortBesideLong(boolean twoHumps, double load, int requests) {
    this.twoHumps = twoHumps;
    this.load = load;
    this.requests = requests;
  }

  /** A request: number of chunks and computing time. */
  private record Demand(double ms, int chunks) {}

  /** Arrivals: the same for all contenders of a round. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Arrivals(long[] atNanos, Demand[] demands) {}

  /** Serves a request and reports its end. */
  private interface Contender extends AutoCloseable {
    void serve(Demand demand, Runnable ended);

    @Override
    void close();
  }

  private record Run(
      double p50Short,
      double p95Short,
      double p99Short,
      double meanShort,
      double meanLong,
      double mean,
      double p95,
      double p99) {
    double[] figures() {
      return new double[] {p50Short, p95Short, p99Short, meanShort, meanLong, mean, p95, p99};
    }
  }

  /** See the class. */
  public static void main(String[] args) throws Exception {
    if (args.length != 6 || !List.of("two-humps", "log-normal").contains(args[0])) {
      System.err.println(
          "expected: two-humps|log-normal LOAD REQUESTS ROUNDS SEED CONTENDER,...; for example two-humps 0.6 2000 5 1 threads,sequential,automatic");
      System.exit(2);
    }
    var bench =
        new ShortBesideLong(
            args[0].equals("two-humps"), Double.parseDouble(args[1]), Integer.parseInt(args[2]));
    bench.compare(Integer.parseInt(args[3]), Long.parseLong(args[4]), List.of(args[5].split(",")));
  }

  private void compare(int rounds, long seed, List<String> names) throws InterruptedException {
    List<List<Run>> runs = new ArrayList<>();
    List<Contender> contenders = new ArrayList<>();
    for (String name : names) {
      contenders.add(contender(name));
      runs.add(new ArrayList<>());
    }
    var random = new Random(seed);
    warmUp(contenders, random.nextLong());
    for (int round = 0; round < rounds; round++) {
      Arrivals arrivals = arrivals(requests, random.nextLong());
      List<Integer> order = new ArrayList<>();
      for (int i = 0; i < names.size(); i++) {
        order.add(i);
      }
      Collections.shuffle(order, random);
      for (int i : order) {
        Run run = run(contenders.get(i), arrivals);
        runs.get(i).add(run);
        System.err.printf(
            Locale.ROOT, "round %d %-24s %s%n", round + 1, names.get(i), text(run.figures()));
      }
    }
    contenders.forEach(Contender::close);
    System.out.printf(
        Locale.ROOT,
        "%s, load %.2f, %d cores, %d requests, %d rounds, seed %d; medians%n%-28s %s%n",
        twoHumps ? "two humps" : "log-normal",
        load,
        cores,
        requests,
        rounds,
        seed,
        "ms",
        twoHumps
            ? "short: p50     p95     p99    mean  long: mean  all: mean     p95     p99"
            : "p50<100ms     p95     p99    mean >100ms:mean  all: mean     p95     p99");
    for (int i = 0; i < names.size(); i++) {
      System.out.printf(Locale.ROOT, "%-28s %s%n", names.get(i), text(medians(runs.get(i))));
    }
    for (int i = 1; i < names.size(); i++) {
      System.out.printf(
          Locale.ROOT,
          "%-28s %s%n",
          names.get(i) + " / " + names.getFirst(),
          text(ratios(runs.get(i), runs.getFirst())));
    }
  }

  private static String text(double[] figures) {
    var text = new StringBuilder();
    for (double figure : figures) {
      text.append(String.format(Locale.ROOT, " %9.2f", figure));
    }
    return text.toString();
  }

  private static double[] medians(List<Run> runs) {
    double[] medians = new double[runs.getFirst().figures().length];
    for (int f = 0; f < medians.length; f++) {
      int figure = f;
      medians[f] = median(runs.stream().mapToDouble(run -> run.figures()[figure]).toArray());
    }
    return medians;
  }

  private static double[] ratios(List<Run> runs, List<Run> baseline) {
    double[] medians = new double[runs.getFirst().figures().length];
    for (int f = 0; f < medians.length; f++) {
      double[] ratios = new double[runs.size()];
      for (int round = 0; round < ratios.length; round++) {
        ratios[round] = runs.get(round).figures()[f] / baseline.get(round).figures()[f];
      }
      medians[f] = median(ratios);
    }
    return medians;
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    int middle = values.length / 2;
    return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  }

  private Arrivals arrivals(int count, long seed) {
    var random = new Random(seed);
    double meanMs = twoHumps ? (1 - LONG_SHARE) * SHORT_MS + LONG_SHARE * LONG_MS : MEAN_MS;
    double gapNanos = meanMs * 1e6 / (load * cores);
    long[] atNanos = new long[count];
    var demands = new Demand[count];
    double at = 0;
    for (int i = 0; i < count; i++) {
      at += -Math.log(1 - random.nextDouble()) * gapNanos;
      atNanos[i] = Math.round(at);
      demands[i] = demand(random);
    }
    return new Arrivals(atNanos, demands);
  }

  private Demand demand(Random random) {
    if (!twoHumps) {
      double ms = MEAN_MS * Math.exp(SIGMA * random.nextGaussian() - SIGMA * SIGMA / 2);
      return new Demand(ms, LOG_NORMAL_CHUNKS);
    }
    return random.nextDouble() < LONG_SHARE ? new Demand(LONG_MS, 600) : new Demand(SHORT_MS, 10);
  }

  private void warmUp(List<Contender> contenders, long seed) throws InterruptedException {
    for (Contender contender : contenders) {
      run(contender, arrivals(Math.min(requests, 300), seed));
    }
  }

  private static Run run(Contender contender, Arrivals arrivals) throws InterruptedException {
    int count = arrivals.atNanos.length;
    long[] endNanos = new long[count];
    var ended = new CountDownLatch(count);
    long fromNanos = System.nanoTime() + 1_000_000;
    for (int i = 0; i < count; i++) {
      long dueNanos = fromNanos + arrivals.atNanos[i];
      for (long left = dueNanos - System.nanoTime();
          left > 0;
          left = dueNanos - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
      int request = i;
      contender.serve(
          arrivals.demands[i],
          () -> {
            endNanos[request] = System.nanoTime();
            ended.countDown();
          });
    }
    ended.await();
    List<Double> all = new ArrayList<>();
    List<Double> shorts = new ArrayList<>();
    List<Double> longs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double ms = (endNanos[i] - fromNanos - arrivals.atNanos[i]) / 1e6;
      all.add(ms);
      (arrivals.demands[i].ms < BORDER_MS ? shorts : longs).add(ms);
    }
    return new Run(
        percentile(shorts, 50),
        percentile(shorts, 95),
        percentile(shorts, 99),
        mean(shorts),
        mean(longs),
        mean(all),
        percentile(all, 95),
        percentile(all, 99));
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
  }

  private static double percentile(List<Double> values, double percentile) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return sorted.length == 0
        ? Double.NaN
        : sorted[Math.max((int) Math.ceil(percentile / 100 * sorted.length) - 1, 0)];
  }

  private Contender contender(String name) {
    return switch (name) {
      case "threads" -> new PlainThreads();
      case "automatic" -> new OnEngine(Curtail.automatic().queueLimit(100_000).start());
      default ->
          new OnEngine(
              Curtail.with(Policies.named(name, ingredients())).queueLimit(100_000).start());
    };
  }

  /** Ingredients of policies by demand: this bench's demands, with speedup 2 on two threads. */
  private Ingredients ingredients() {
    var random = new Random(1);
    double[][] timesMs = new double[1_000][2];
    for (double[] times : timesMs) {
      times[0] = demand(random).ms;
      times[1] = times[0] / 2;
    }
    return new Ingredients(Optional.of(Profile.of("this bench", timesMs)), Optional.empty());
  }

  /** Computes a fixed amount: the given number of milliseconds on an idle core. */
  private double compute(double ms) {
    return compute(Math.round(ms * 1e6 / nanosPerTurnOfLoop));
  }

  private static double compute(long turns) {
    double sum = 1;
    for (long i = 0; i < turns; i++) {
      sum = sum * 1.0000001 + 1e-9;
    }
    return sum;
  }

  private static double calibrate() {
    double best = Double.POSITIVE_INFINITY;
    double sum = 0;
    for (int i = 0; i < 200; i++) {
      long fromNanos = System.nanoTime();
      sum += compute(1_000_000L);
      best = Math.min(best, (System.nanoTime() - fromNanos) / 1e6);
    }
    if (sum == 0) {
      throw new IllegalStateException("nothing was computed");
    }
    return best;
  }

  private final class PlainThreads implements Contender {
    private final ExecutorService pool = Executors.newCachedThreadPool();
    private volatile double sink;

    @Override
    public void serve(Demand demand, Runnable ended) {
      pool.execute(() -> {
        double sum = 0;
        for (int chunk = 0; chunk < demand.chunks; chunk++) {
          sum += compute(demand.ms / demand.chunks);
        }
        sink = sum;
        ended.run();
      });
    }

    @Override
    public void close() {
      pool.close();
    }
  }

  private final class OnEngine implements Contender {
    private final Curtail engine;

    OnEngine(Curtail engine) {
      this.engine = engine;
    }

    @Override
    public void serve(Demand demand, Runnable ended) {
      engine
          .submit(
              SharedWork.of(
                  demand.chunks, chunk -> compute(demand.ms / demand.chunks), Double::sum))
          .completion()
          .whenComplete((sum, failure) -> ended.run());
    }

    @Override
    public void close() {
      System.err.println(engine.explain());
      engine.close();
    }
  }
}
