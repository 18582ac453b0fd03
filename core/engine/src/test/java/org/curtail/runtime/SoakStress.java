package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.curtail.PaperTables;
import org.curtail.Policy;
import org.curtail.PriorityClass;
import org.curtail.policy.Boosted;
import org.curtail.policy.FewToMany;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.OneThreadEach;
import org.curtail.policy.Sequential;
import org.curtail.policy.TailIndex;
import org.curtail.speed.SlowToFast;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Minutes of more load than the engine can carry, with everything in it that happens in a service:
 * cancellations, deadlines, failures, classes. Run by {@code -Dsoak}; {@code -Dsoak.minutes} says
 * for how long.
 */
@Tag("soak")
class SoakStress {
  private static final List<PriorityClass> CLASSES = List.of(PriorityClass.values());
  private static final double MINUTES =
      Double.parseDouble(System.getProperty("soak.minutes", "10"));
  private static final double LOAD = 1.2;
  private static final int QUEUE_LIMIT = 200;
  private static final int CHUNK_NANOS = 20_000;
  private static final int MOST_CHUNKS = 60;
  private static final int LOOKS = 30;

  /** A heap that grows by more in the whole run leaks. */
  private static final double MOST_GROWTH_MB = 1;

  /**
   * An engine that is overloaded.
   *
   * @param policy policy of threads; with classes of speed, each request has one thread
   * @param speeds policy of speeds; null if all cores are equal
   */
  record Part(
      String name, Supplier<Policy> policy, @Nullable SpeedPolicy speeds, Overload overload) {
    Part(String name, Supplier<Policy> policy, Overload overload) {
      this(name, policy, null, overload);
    }

    /** Half of the cores are slow, if there are any classes. */
    Setup setup(int cores) {
      if (speeds == null) {
        return Curtail.with(policy.get()).cores(cores);
      }
      int slow = Math.max(1, cores / 2);
      return Curtail.with(
          SpeedMachine.ofCores(
              new SpeedClass("slow", slow, 0.5, 1, 0),
              new SpeedClass("fast", Math.max(1, cores - slow), 1, 4, 0)),
          speeds);
    }
  }

  static List<Part> parts() {
    return List.of(
        new Part("fixed-2, reject", () -> new FixedDegree(2), Overload.REJECT),
        new Part(
            "tail-index malleable, wait",
            () -> TailIndex.queueing(PaperTables.figure5Profile()).malleable(),
            Overload.WAIT),
        new Part("least-attained, wait", OneThreadEach::leastAttained, Overload.WAIT),
        new Part("slow-to-fast, reject", Sequential::new, SlowToFast.of(200_000L), Overload.REJECT),
        new Part(
            "few-to-many boosted, sequentially",
            () -> new Boosted(new FewToMany(PaperTables.figure5Table())),
            Overload.RUN_SEQUENTIALLY));
  }

  /** Events of an engine's requests. */
  private static final class Account implements RequestListener {
    private final LongAdder arrived = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final Map<Outcome, LongAdder> ended = new EnumMap<>(Outcome.class);

    Account() {
      for (Outcome outcome : Outcome.values()) {
        ended.put(outcome, new LongAdder());
      }
    }

    @Override
    public void arrived(long request, long atNanos, RequestOptions options) {
      arrived.increment();
    }

    @Override
    public void refused(long request, long atNanos) {
      refused.increment();
    }

    @Override
    public void ended(long request, Timeline timeline) {
      LongAdder count = ended.get(timeline.outcome());
      if (count != null) {
        count.increment();
      }
    }

    long endedInAll() {
      return ended.values().stream().mapToLong(LongAdder::sum).sum();
    }
  }

  /** Chunks that compute for a while; some fail. */
  private record Burning(int chunks, int failsAt) implements SharedWork<AtomicInteger, Integer> {
    @Override
    public AtomicInteger join() {
      return new AtomicInteger();
    }

    @Override
    public void run(AtomicInteger worker, int chunk, Checkpoint checkpoint) {
      long untilNanos = System.nanoTime() + CHUNK_NANOS;
      while (System.nanoTime() < untilNanos) {
        Thread.onSpinWait();
      }
      if (chunk == failsAt) {
        throw new IllegalStateException("chunk " + chunk);
      }
      worker.incrementAndGet();
    }

    @Override
    public Integer complete(List<AtomicInteger> workers) {
      return workers.stream().mapToInt(AtomicInteger::get).sum();
    }
  }

  @Test
  void overloadForMinutesLosesNothingAndLeaksNothing() throws Exception {
    int threadsBefore = ManagementFactory.getThreadMXBean().getThreadCount();
    for (Part part : parts()) {
      soak(part, Duration.ofMillis(Math.round(MINUTES * 60_000 / parts().size())));
    }
    // Threads of the virtual machine may come; ours are gone.
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().startsWith("soak"));
    System.out.printf(
        "threads: %d before, %d after%n",
        threadsBefore, ManagementFactory.getThreadMXBean().getThreadCount());
  }

  private static void soak(Part part, Duration time) throws InterruptedException {
    int cores = Runtime.getRuntime().availableProcessors();
    var account = new Account();
    var wrongs = new LongAdder();
    int mostWaiting = 0;
    Curtail curtail =
        part.setup(cores)
            .name("soak")
            .queueLimit(QUEUE_LIMIT)
            .whenFull(part.overload)
            .listener(account)
            .start();
    double meanNanos = CHUNK_NANOS * (MOST_CHUNKS / 2.0);
    long gapNanos = Math.round(meanNanos / cores / LOAD);
    long startNanos = System.nanoTime();
    long endNanos = startNanos + time.toNanos();
    // Two submitters, each with half the load, in open loop: arrivals do not wait for earlier
    // requests.
    var submitters = new ArrayList<Thread>();
    for (int i = 0; i < 2; i++) {
      var random = new Random(i);
      submitters.add(
          Thread.ofPlatform()
              .name("soak-submitter")
              .start(() -> {
                long nextNanos = startNanos;
                while (nextNanos < endNanos) {
                  LockSupport.parkNanos(nextNanos - System.nanoTime());
                  if (System.nanoTime() >= endNanos) {
                    break;
                  }
                  if (System.nanoTime() < nextNanos) {
                    continue;
                  }
                  submit(curtail, random, wrongs);
                  nextNanos += Math.round(-2 * gapNanos * Math.log(1 - random.nextDouble()));
                }
              }));
    }
    var heapMb = new ArrayList<Double>();
    for (int look = 1; look <= LOOKS; look++) {
      long untilNanos = startNanos + time.toNanos() / LOOKS * look;
      while (System.nanoTime() < untilNanos) {
        mostWaiting = Math.max(mostWaiting, curtail.engine().load().waiting());
        Thread.sleep(1);
      }
      heapMb.add(usedMb());
      if (look % 5 == 0) {
        System.out.printf(
            "%s: %d s, %s arrived, %s refused, %d waiting, heap %.2f MB%n",
            part.name,
            (System.nanoTime() - startNanos) / 1_000_000_000,
            account.arrived,
            account.refused,
            curtail.engine().load().waiting(),
            heapMb.getLast());
      }
    }
    for (Thread submitter : submitters) {
      submitter.join();
    }
    int aside = curtail.engine().view().preempted().size();
    curtail.close(Duration.ofSeconds(30));
    double leftMb = usedMb() - heapMb.getFirst();
    double growthMb = growth(heapMb);
    System.out.printf(
        "%s: %s arrived, %s refused, ended %s, at most %d waiting, %d aside at the end,"
            + " heap grows by %.3f MB, by %.3f MB after closing%n",
        part.name,
        account.arrived,
        account.refused,
        account.ended,
        mostWaiting,
        aside,
        growthMb,
        leftMb);
    assertThat(account.endedInAll() + account.refused.sum()).isEqualTo(account.arrived.sum());
    assertThat(wrongs.sum()).as("wrong results").isZero();
    assertThat(account.arrived.sum()).as("requests").isGreaterThan(100);
    // While one arrives the queue may hold it for a moment before it is turned away.
    assertThat(mostWaiting).isLessThanOrEqualTo(QUEUE_LIMIT + 1);
    assertThat(curtail.threadsBusy()).isZero();
    assertThat(leftMb).as("growth of the heap after closing").isLessThan(MOST_GROWTH_MB);
    assertThat(aside).as("aside at the end").isLessThanOrEqualTo(QUEUE_LIMIT);
    assertThat(growthMb).as("growth of the heap").isLessThan(MOST_GROWTH_MB);
  }

  private static double usedMb() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1024.0 / 1024.0;
  }

  private static void submit(Curtail curtail, Random random, LongAdder wrongs) {
    int chunks = random.nextInt(MOST_CHUNKS + 1);
    int failsAt = random.nextInt(20) == 0 ? random.nextInt(MOST_CHUNKS) : Integer.MAX_VALUE;
    RequestOptions options = RequestOptions.NONE.of(CLASSES.get(random.nextInt(3)));
    if (random.nextInt(3) == 0) {
      options = options.within(Duration.ofMillis(1 + random.nextInt(200)));
    }
    try {
      Ticket<Integer> ticket = curtail.submit(new Burning(chunks, failsAt), options);
      var unused =
          ticket
              .completion()
              .whenComplete((result, failure) -> {
                if (failure == null && (result != chunks || failsAt < chunks)) {
                  wrongs.increment();
                }
              });
      if (random.nextInt(20) == 0) {
        ticket.cancel();
      }
    } catch (RejectedExecutionException e) {
      // Counted by the account.
    }
  }

  /** Growth in the whole run by the least-squares line through the second half of the samples. */
  private static double growth(List<Double> heapMb) {
    List<Double> late = heapMb.subList(heapMb.size() / 2, heapMb.size());
    double middle = (late.size() - 1) / 2.0;
    double mean = late.stream().mapToDouble(mb -> mb).average().orElse(0);
    double above = 0;
    double below = 0;
    for (int i = 0; i < late.size(); i++) {
      above += (i - middle) * (late.get(i) - mean);
      below += (i - middle) * (i - middle);
    }
    return above / below * heapMb.size();
  }
}
