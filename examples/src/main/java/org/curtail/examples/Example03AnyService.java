package org.curtail.examples;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.curtail.policy.FixedInterval;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.SharedWork;
import org.curtail.runtime.Ticket;
import org.curtail.runtime.Timeline;

/**
 * A service without Lucene. A request counts primes. You divide it into chunks of some 20 to 100
 * microseconds, and the engine decides how many threads run them.
 */
public class Example03AnyService {
  private static final int MAX_DEGREE = Math.max(2, Runtime.getRuntime().availableProcessors());

  public static void main(String[] args) throws Exception {
    // One thread at first, and one more after each millisecond.
    try (Curtail curtail = Curtail.with(new FixedInterval(1, MAX_DEGREE)).start()) {
      var random = new SplittableRandom(1);
      long primes = 0;
      for (int i = 0; i < 300; i++) {
        int chunks = random.nextInt(10) == 0 ? 400 : 40; // one request in ten is long
        primes += curtail.run(countPrimes(chunks)); // this thread works, and others may help
      }
      // Or give a request to the engine, with a deadline in ten seconds.
      Ticket<Long> ticket =
          curtail.submit(countPrimes(400), RequestOptions.NONE.within(Duration.ofSeconds(10)));
      primes += ticket.get();
      System.out.println("primes: " + primes);

      // The history of that request.
      Timeline timeline = ticket.timeline();
      System.out.printf("%-22s %8s%n", "outcome", timeline.outcome());
      System.out.printf("%-22s %8d%n", "chunks", timeline.chunks());
      System.out.printf(
          "%-22s %8.1f%n",
          "microseconds a chunk", timeline.threadNanos() / 1e3 / timeline.chunks());
      System.out.printf("%-22s %8d%n", "most threads at once", timeline.peakDegree());

      // Your own SharedWork: each thread keeps a buffer between its chunks.
      long longest = curtail.run(new LongestGap(400));
      System.out.printf("%-22s %8d%n", "longest gap", longest);
      System.out.println("metrics: " + curtail.metrics());
    }
  }

  /** A request of two functions: one computes a chunk, the other merges two results. */
  private static SharedWork<?, Long> countPrimes(int chunks) {
    return SharedWork.of(chunks, chunk -> primesFrom(1_000_000 + 500 * chunk), Long::sum);
  }

  private static long primesFrom(int first) {
    long primes = 0;
    for (int number = first; number < first + 500; number++) {
      primes += isPrime(number) ? 1 : 0;
    }
    return primes;
  }

  private static boolean isPrime(int number) {
    boolean prime = number % 2 != 0;
    for (int divisor = 3; prime && divisor * divisor <= number; divisor += 2) {
      prime = number % divisor != 0;
    }
    return prime;
  }

  /**
   * The interface itself, for threads that keep data between their chunks. This work finds the
   * longest distance from one prime to the next within a chunk.
   *
   * @param chunks number of chunks, of 500 numbers each
   */
  private record LongestGap(int chunks) implements SharedWork<LongestGap.Buffer, Long> {
    /** The buffer of one thread. No other thread uses it before the end. */
    private static final class Buffer {
      final int[] primes = new int[500];
      int longest;
    }

    @Override
    public Buffer join() {
      return new Buffer();
    }

    @Override
    public void run(Buffer mine, int chunk, Checkpoint checkpoint) {
      int found = 0;
      int first = 1_000_000 + 500 * chunk;
      for (int number = first; number < first + 500; number++) {
        if (isPrime(number)) {
          mine.primes[found++] = number;
        }
      }
      for (int i = 1; i < found; i++) {
        mine.longest = Math.max(mine.longest, mine.primes[i] - mine.primes[i - 1]);
      }
    }

    @Override
    public Long complete(List<Buffer> all) {
      return all.stream().mapToLong(buffer -> buffer.longest).max().orElse(0);
    }
  }
}
