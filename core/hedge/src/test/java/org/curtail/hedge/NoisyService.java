package org.curtail.hedge;

import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.DoubleSupplier;

/** A service without queues on the clock of a {@link SteppedHedge}. */
final class NoisyService {
  private final SteppedHedge stepped;
  private final DoubleSupplier millis;
  private final PriorityQueue<Ending> endings = new PriorityQueue<>();

  private record Ending(long atNanos, CompletableFuture<String> answer)
      implements Comparable<Ending> {
    @Override
    public int compareTo(Ending other) {
      return Long.compare(atNanos, other.atNanos);
    }
  }

  /**
   * Creates a service.
   *
   * @param millis gives the time of each attempt
   */
  NoisyService(SteppedHedge stepped, DoubleSupplier millis) {
    this.stepped = stepped;
    this.millis = millis;
  }

  private CompletionStage<String> start(Attempt attempt) {
    var answer = new CompletableFuture<String>();
    long nanos = Math.round(millis.getAsDouble() * 1e6);
    endings.add(new Ending(stepped.nanos() + nanos, answer));
    return answer;
  }

  /** Sends a call each millisecond. */
  void run(int seconds) {
    for (int second = 0; second < seconds; second++) {
      for (int i = 0; i < 1_000; i++) {
        stepped.hedge.call(this::start);
        long end = stepped.nanos() + 1_000_000;
        while (!endings.isEmpty() && endings.peek().atNanos() <= end) {
          Ending next = endings.remove();
          if (isNext(next)) {
            next.answer().complete("answer");
          } else {
            endings.add(next);
          }
        }
        stepped.pass((end - stepped.nanos()) / 1e6);
      }
      stepped.watch();
    }
  }

  /** Lets time pass until an attempt ends. A hedge that is sent meanwhile may end earlier. */
  private boolean isNext(Ending next) {
    int before = endings.size();
    long left = next.atNanos() - stepped.nanos();
    if (left > 0) {
      stepped.pass((left - 1) / 1e6);
      if (endings.size() > before) {
        return false;
      }
      stepped.advanceMillis(1e-6);
    }
    return true;
  }
}
