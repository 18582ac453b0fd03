package org.curtail.cli.diagnose;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.curtail.benchkit.results.Observing.Check;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.cli.diagnose.observer.Fidelity;
import org.curtail.cli.diagnose.observer.Observer;
import org.curtail.cli.diagnose.observer.Sample;
import org.curtail.signals.TagWords;

/**
 * Checks that the observer's samples are possible. A thread counts in its tag words as fast as it
 * can, and measures its greatest speed. If it seems faster to the observer, the observer lost its
 * core between the clock and the words, and the sample is impossible. The observer's filter should
 * find these samples.
 *
 * <p>Source: Yang, Blackburn, McKinley: Computer Performance Microscopy with SHIM (ISCA 2015), 3.4.
 */
final class ObserverCheck {
  private static final double[] PER_SECOND = {1_000, 10_000, 100_000};

  /** Time at each rate, for some thousand samples at the lowest. */
  private static final long LOOK_MILLIS = 4_000;

  /** Tolerance for the fastest counting. */
  private static final double MARGIN = 1.1;

  private ObserverCheck() {}

  /** Runs the check; takes some seconds for each rate. */
  static List<Check> run(Console console) throws InterruptedException {
    console.progress("diagnose: checks the observer");
    var checks = new Check[PER_SECOND.length];
    for (int i = 0; i < checks.length; i++) {
      StopSignal.check("stopped before anything was observed; nothing was written");
      checks[i] = at(PER_SECOND[i], LOOK_MILLIS, MARGIN);
    }
    return List.of(checks);
  }

  /**
   * Runs the check at one rate, for a time in milliseconds.
   *
   * @param margin factor; counts up to this multiple of the fastest count are possible
   */
  static Check at(double perSecond, long millis, double margin) throws InterruptedException {
    var words = new TagWords(1);
    var samples = new Samples();
    var counter = new Counter(words);
    Observer.Report report;
    try (counter;
        var observer = Observer.start(words, perSecond, samples)) {
      TimeUnit.MILLISECONDS.sleep(millis);
      report = observer.report();
    }
    Fidelity fidelity = Fidelity.of(samples.before(), samples.after());
    Fidelity.Impossible impossible =
        fidelity.impossible(samples.before(), samples.counts(), margin * counter.mostPerNano());
    return new Check(
        perSecond,
        report.seenPerSecond(),
        fidelity.intervals(),
        Double.isNaN(fidelity.passRate()) ? 0 : fidelity.passRate(),
        fidelity.epsilon(),
        impossible.all(),
        impossible.kept());
  }

  /** Keeps all samples. The observer writes them; they are read after its end. */
  private static final class Samples implements Observer.Sink {
    private static final int FIRST_ROOM = 1 << 16;

    private long[] before = new long[FIRST_ROOM];
    private long[] after = new long[FIRST_ROOM];
    private long[] counts = new long[FIRST_ROOM];
    private int size;

    @Override
    public void seen(Sample sample) {
      if (size == before.length) {
        before = Arrays.copyOf(before, 2 * size);
        after = Arrays.copyOf(after, 2 * size);
        counts = Arrays.copyOf(counts, 2 * size);
      }
      before[size] = sample.beforeNanos();
      after[size] = sample.afterNanos();
      counts[size] = sample.count();
      size++;
    }

    long[] before() {
      return Arrays.copyOf(before, size);
    }

    long[] after() {
      return Arrays.copyOf(after, size);
    }

    long[] counts() {
      return Arrays.copyOf(counts, size);
    }
  }

  /** A thread that counts, with some 100 ns of computing between the counts. */
  private static final class Counter implements AutoCloseable {
    private static final int STEPS = 100;
    private static final int STRETCH = 1_000;

    private final TagWords words;
    private final CountDownLatch begun = new CountDownLatch(1);
    private final Thread thread;
    private volatile boolean closed;
    private volatile long fastestNanos = Long.MAX_VALUE;

    Counter(TagWords words) throws InterruptedException {
      this.words = words;
      thread = Thread.ofPlatform().daemon().name("curtail-counter").start(this::count);
      begun.await();
    }

    private void count() {
      int slot = words.claim(Thread.currentThread());
      words.tag(slot, TagWords.pack(1, 0));
      begun.countDown();
      long steps = 1;
      long fastest = Long.MAX_VALUE;
      while (!closed) {
        long fromNanos = System.nanoTime();
        for (int i = 0; i < STRETCH; i++) {
          steps = compute(steps);
          words.chunk(slot, i);
        }
        fastest = Math.min(fastest, System.nanoTime() - fromNanos);
        fastestNanos = fastest;
        if (steps == 0) {
          // This is almost never true, but the compiler does not know it.
          Thread.onSpinWait();
        }
      }
      words.release(slot);
    }

    private static long compute(long from) {
      long steps = from;
      for (int i = 0; i < STEPS; i++) {
        steps = steps * 31 + i;
      }
      return steps;
    }

    double mostPerNano() {
      return STRETCH / (double) Math.max(1, fastestNanos);
    }

    @Override
    public void close() {
      closed = true;
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
