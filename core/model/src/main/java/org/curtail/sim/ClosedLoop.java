package org.curtail.sim;

import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.curtail.dispatch.DispatchedRequest;

/**
 * Clients of which each sends its next request when its last one has ended and it has thought about
 * it. With enough of them the service is never idle, and what it completes is what it can carry.
 * Every client thinks before its first request too.
 *
 * @param clients at least 1
 * @param meanThinkMs exponential with this mean, in milliseconds; finite, at least 0, which is not
 *     at all
 * @param seed of the times of thinking
 */
public record ClosedLoop(int clients, double meanThinkMs, long seed) {
  public ClosedLoop {
    if (clients < 1) {
      throw new IllegalArgumentException("clients must be at least 1: " + clients);
    }
    if (!(meanThinkMs >= 0) || Double.isInfinite(meanThinkMs)) {
      throw new IllegalArgumentException(
          "meanThinkMs must be finite and not negative: " + meanThinkMs);
    }
  }

  /** Clients that do not think. */
  public static ClosedLoop of(int clients) {
    return new ClosedLoop(clients, 0, 0);
  }

  /** The clients at work. */
  static final class Clients implements Intake {
    private final ClosedLoop loop;
    private final SplittableRandom random;
    private final PriorityQueue<Long> arrivalsNanos = new PriorityQueue<>();

    /** Requests that no client has taken up yet. */
    private int left;

    Clients(ClosedLoop loop, int requests) {
      this.loop = loop;
      random = new SplittableRandom(loop.seed);
      left = requests;
      for (int client = 0; client < loop.clients; client++) {
        think(0);
      }
    }

    private void think(long nowNanos) {
      if (left > 0) {
        left--;
        double thinkMs = loop.meanThinkMs == 0 ? 0 : loop.meanThinkMs * Exponential.unit(random);
        arrivalsNanos.add(nowNanos + SimulatedRun.nanos(thinkMs));
      }
    }

    @Override
    public long nextNanos() {
      return arrivalsNanos.isEmpty() ? DispatchedRequest.NEVER : arrivalsNanos.element();
    }

    @Override
    public void arrived() {
      arrivalsNanos.remove();
    }

    @Override
    public void ended(long nowNanos) {
      think(nowNanos);
    }
  }
}
