package org.curtail.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.curtail.PriorityClass;
import org.curtail.speed.SpeedPolicy;
import org.jspecify.annotations.Nullable;

/**
 * A service in which everything goes wrong. Memory runs out again and again. Chunks recurse without
 * end or throw. Callers are near the end of their stacks or are interrupted. Handlers of uncaught
 * exceptions and listeners throw. The clock jumps. Where memory runs out in the engine's own code,
 * the engine is broken, all that it served ends, and another one takes its place. It is a program
 * of its own, so that it has a small heap and breaks no other test.
 *
 * <p>Argument: seconds. Prints what happened; exit code 1 if anything is wrong.
 */
final class HostileService {
  private static final List<PriorityClass> CLASSES = List.of(PriorityClass.values());
  private static final int CORES = 2;
  private static final int SUBMITTERS = 4;
  private static final int QUEUE_LIMIT = 50;
  private static final long STACK_BYTES = 256 * 1024;
  private static final double MOST_GROWTH_MB = 2;
  private static final Duration GRACE = Duration.ofSeconds(20);

  /** Before, a busy machine may still be loading classes: the time begins thereafter. */
  private static final int WARM_UP_REQUESTS = 50;

  private static final class Account implements RequestListener {
    final AtomicLong arrived = new AtomicLong();
    final AtomicLong refused = new AtomicLong();
    final AtomicLong ended = new AtomicLong();

    @Override
    public void arrived(long request, long atNanos, RequestOptions options) {
      arrived.incrementAndGet();
    }

    @Override
    public void refused(long request, long atNanos) {
      refused.incrementAndGet();
    }

    @Override
    public void ended(long request, Timeline timeline) {
      ended.incrementAndGet();
    }
  }

  private final SoakStress.Part part;
  private final Duration time;

  /** Known once it has warmed up. */
  private volatile long endNanos = Long.MAX_VALUE;

  private final Account account = new Account();
  private final AtomicLong tickets = new AtomicLong();

  /** The latest tickets; older ones were done when they were replaced, or are {@link #late}. */
  private final AtomicReferenceArray<Ticket<Integer>> latest = new AtomicReferenceArray<>(5_000);

  /** Were not done yet when they were replaced: the less important may wait for long. */
  private final Queue<Ticket<Integer>> late = new ConcurrentLinkedQueue<>();

  private final AtomicLong runs = new AtomicLong();
  private final AtomicLong outOfMemory = new AtomicLong();
  private final AtomicLong overflows = new AtomicLong();
  private final AtomicLong interrupts = new AtomicLong();

  private final HeapWatch heap = new HeapWatch(outOfMemory);

  private final List<Thread> submitters = new ArrayList<>();
  private final List<Thread> others = new ArrayList<>();
  private final Curtail curtail;

  private HostileService(SoakStress.Part part, Duration time) {
    this.part = part;
    this.time = time;
    RequestListener throwing =
        new RequestListener() {
          @Override
          public void degreeChanged(long request, long atNanos, int degree) {
            if (request % 97 == 0) {
              throw HostileWork.MEANT;
            }
          }
        };
    curtail =
        part.setup(CORES)
            .name("hostile")
            .clock(new JumpingClock())
            .queueLimit(QUEUE_LIMIT)
            .whenFull(part.overload())
            .listener(throwing)
            .listener(account)
            .start();
    for (int i = 0; i < SUBMITTERS; i++) {
      var random = new SplittableRandom(i);
      submitters.add(new Thread(null, () -> submitter(random), "hostile-submitter", STACK_BYTES));
    }
    others.add(new Thread(this::interrupter, "hostile-interrupter"));
    others.add(new Thread(this::hog, "hostile-hog"));
  }

  private boolean isOver() {
    return System.nanoTime() >= endNanos || curtail.engine().brokenBy() != null;
  }

  private void submitter(SplittableRandom random) {
    Thread.currentThread()
        .setUncaughtExceptionHandler((thread, fault) -> {
          throw HostileWork.MEANT;
        });
    while (!isOver()) {
      try {
        act(random);
        // Memory is needed by the others too.
        LockSupport.parkNanos(100_000 + random.nextInt(400_000));
        while (heap.isLooking() && !isOver()) {
          LockSupport.parkNanos(1_000_000);
        }
      } catch (OutOfMemoryError e) {
        outOfMemory.incrementAndGet();
      } catch (StackOverflowError e) {
        overflows.incrementAndGet();
      } catch (InterruptedException e) {
        interrupts.incrementAndGet();
      } catch (Throwable e) {
        // A request that failed, as it was meant to.
      }
    }
  }

  private void act(SplittableRandom random) throws Exception {
    if (random.nextInt(30) == 0) {
      swapForAWhile(random);
    }
    // There is no executor on classes of speed.
    switch (random.nextInt(part.speeds() == null ? 6 : 4)) {
      case 0, 1 -> submit(random);
      case 2 -> atEndOfStack(random, 0);
      case 3 -> curtail.run(HostileWork.drawn(random), options(random));
      case 4 -> {
        Runnable run = run(random);
        for (int i = 0; i < 3; i++) {
          curtail.executor().execute(run);
        }
      }
      default -> {
        Runnable run = run(random);
        curtail
            .executor()
            .request(
                () -> {
                  for (int i = 0; i < 3; i++) {
                    curtail.executor().execute(run);
                  }
                  return 1;
                },
                options(random));
      }
    }
  }

  /** Another policy serves until this one takes its place again, if memory lets it. */
  private void swapForAWhile(SplittableRandom random) {
    if (part.speeds() == null) {
      swapThreadsForAWhile(random);
    } else {
      swapSpeedsForAWhile(part.speeds());
    }
  }

  private void swapSpeedsForAWhile(SpeedPolicy own) {
    try {
      curtail.speedPolicy(SpeedPolicy.always("all-slow", 0));
      LockSupport.parkNanos(1_000_000);
    } finally {
      curtail.speedPolicy(own);
    }
  }

  private void swapThreadsForAWhile(SplittableRandom random) {
    List<SoakStress.Part> parts = SoakStress.parts();
    try {
      curtail.policy(parts.get(random.nextInt(parts.size())).policy().get());
      LockSupport.parkNanos(1_000_000);
    } finally {
      curtail.policy(part.policy().get());
    }
  }

  private Runnable run(SplittableRandom random) {
    boolean fails = random.nextInt(4) == 0;
    return () -> {
      runs.incrementAndGet();
      if (fails) {
        throw HostileWork.MEANT;
      }
    };
  }

  @SuppressWarnings("InfiniteRecursion") // What is meant.
  private int atEndOfStack(SplittableRandom random, int depth) throws Exception {
    try {
      return atEndOfStack(random, depth + 1) + 1;
    } catch (StackOverflowError e) {
      overflows.incrementAndGet();
      if (random.nextInt(60) == 0) {
        submit(random);
        return 0;
      }
      throw e;
    }
  }

  private static RequestOptions options(SplittableRandom random) {
    RequestOptions options = RequestOptions.NONE.of(CLASSES.get(random.nextInt(CLASSES.size())));
    return random.nextInt(3) == 0
        ? options.within(Duration.ofMillis(1 + random.nextInt(20)))
        : options;
  }

  private void submit(SplittableRandom random) {
    boolean cancels = random.nextInt(10) == 0;
    HostileWork work = HostileWork.drawn(random);
    RequestOptions options = options(random);
    long number = tickets.incrementAndGet();
    int place = (int) (number % latest.length());
    Ticket<Integer> before = latest.get(place);
    if (before != null && !before.isDone()) {
      late.add(before);
    }
    Ticket<Integer> ticket = curtail.submit(work, options);
    latest.set(place, ticket);
    if (cancels) {
      ticket.cancel();
    }
  }

  private long notDone() {
    long count = late.stream().filter(ticket -> !ticket.isDone()).count();
    for (int place = 0; place < latest.length(); place++) {
      Ticket<Integer> ticket = latest.get(place);
      count += ticket != null && !ticket.isDone() ? 1 : 0;
    }
    return count;
  }

  /** Interrupts submitters and threads of the pool. */
  private void interrupter() {
    var random = new SplittableRandom(7);
    while (!isOver()) {
      LockSupport.parkNanos(1_000_000);
      try {
        submitters.get(random.nextInt(submitters.size())).interrupt();
      } catch (OutOfMemoryError e) {
        outOfMemory.incrementAndGet();
      }
    }
  }

  private void hog() {
    while (!isOver()) {
      LockSupport.parkNanos(150_000_000);
      heap.fill();
    }
  }

  private boolean serve() throws InterruptedException {
    for (int i = 0; i < submitters.size(); i++) {
      start(submitters.get(i));
    }
    for (int i = 0; i < others.size(); i++) {
      start(others.get(i));
    }
    while (account.arrived.get() < WARM_UP_REQUESTS && !isOver()) {
      LockSupport.parkNanos(1_000_000);
    }
    endNanos = System.nanoTime() + time.toNanos();
    double growthMb = growthMb();
    for (int i = 0; i < submitters.size(); i++) {
      submitters.get(i).join();
    }
    for (int i = 0; i < others.size(); i++) {
      others.get(i).join();
    }
    boolean isBroken = curtail.engine().brokenBy() != null;
    int expected = isBroken ? 0 : curtail.threads();
    long untilNanos = System.nanoTime() + GRACE.toNanos();
    while (pool() != expected && System.nanoTime() < untilNanos) {
      LockSupport.parkNanos(1_000_000);
    }
    int alive = pool();
    close();
    submitters.clear();
    return report(alive, expected, growthMb);
  }

  /** Once there is memory for it. */
  private static void start(Thread thread) {
    while (thread.getState() == Thread.State.NEW) {
      try {
        thread.start();
      } catch (OutOfMemoryError e) {
        LockSupport.parkNanos(1_000_000);
      }
    }
  }

  private double growthMb() {
    try {
      return heap.growthMb(endNanos, () -> curtail.engine().brokenBy() != null);
    } catch (OutOfMemoryError e) {
      return 0; // It was not looked.
    }
  }

  /** A chunk may still fill the memory. */
  private void close() {
    while (true) {
      try {
        curtail.close(GRACE);
        return;
      } catch (OutOfMemoryError e) {
        LockSupport.parkNanos(1_000_000);
      }
    }
  }

  private static int pool() {
    while (true) {
      try {
        return (int)
            Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().matches("hostile-\\d+"))
                .count();
      } catch (OutOfMemoryError e) {
        LockSupport.parkNanos(1_000_000);
      }
    }
  }

  private boolean report(int alive, int expected, double growthMb) {
    long open = account.arrived.get() - account.refused.get() - account.ended.get();
    Metrics metrics = curtail.metrics();
    Metrics.Gauges gauges = metrics.gauges();
    long counted =
        metrics.counts().arrived()
            - metrics.counts().refused()
            - metrics.counts().ended().values().stream().mapToLong(count -> count).sum();
    // A caller near the end of its stack is refused before anything has changed.
    boolean isOverflow = curtail.engine().brokenBy() instanceof StackOverflowError;
    if (isOverflow) {
      curtail.brokenBy().orElseThrow().printStackTrace(System.out);
    }
    System.out.printf(
        "%s%s: %d arrived, %d refused, %d ended, %d submitted of which %d not done, %d runs; %d times out of"
            + " memory, %d of stack, %d interrupts, %d changes of"
            + " policy; %d of %d threads alive, %d after closing; heap"
            + " grows by %.2f MB%n",
        part.name(),
        curtail.brokenBy().map(cause -> " (broken by " + cause + ")").orElse(""),
        account.arrived.get(),
        account.refused.get(),
        account.ended.get(),
        tickets.get(),
        notDone(),
        runs.get(),
        outOfMemory.get(),
        overflows.get(),
        interrupts.get(),
        metrics.counts().policyChanges(),
        alive,
        curtail.threads(),
        pool(),
        growthMb);
    boolean isWhole =
        !isOverflow
            && open == 0
            && counted == 0
            && notDone() == 0
            && gauges.running() == 0
            && gauges.waiting() == 0
            && gauges.threadsBusy() == 0
            && alive == expected
            && pool() == 0
            && growthMb < MOST_GROWTH_MB;
    if (!isWhole) {
      System.out.printf("WRONG: open %d, counted open %d, %s%n", open, counted, gauges);
    }
    return isWhole;
  }

  /** Null if a chunk still fills the memory. */
  private static @Nullable HostileService started(SoakStress.Part part, long nanos) {
    try {
      return new HostileService(part, Duration.ofNanos(nanos));
    } catch (OutOfMemoryError e) {
      return null;
    }
  }

  public static void main(String[] args) throws Exception {
    Logger.getLogger("org.curtail").setLevel(Level.OFF);
    double seconds = Double.parseDouble(args[0]);
    boolean isWhole = true;
    List<SoakStress.Part> parts = SoakStress.parts();
    // A class that runs out of memory when it is used first cannot be used ever after.
    parts.forEach(part -> part.setup(CORES));
    for (SoakStress.Part part : parts) {
      Duration time = Duration.ofMillis(Math.round(seconds * 1_000 / parts.size()));
      long endNanos = System.nanoTime() + time.toNanos();
      for (long leftNanos = time.toNanos();
          leftNanos > 0;
          leftNanos = endNanos - System.nanoTime()) {
        HostileService service = started(part, leftNanos);
        isWhole &= service == null || service.serve();
      }
    }
    System.out.println(isWhole ? "whole" : "not whole");
    System.exit(isWhole ? 0 : 1);
  }
}
