package org.curtail.app.reproduce;

import java.util.Optional;
import java.util.function.Function;
import org.curtail.sim.Observer;

/**
 * Ends runs in which requests pile up: what they would show depends on nothing but how long they
 * last, and they would last very long.
 */
final class Backlog implements Observer {
  /** In the system at once: at the papers' loads twenty seconds' worth of arrivals. */
  private static final int MOST_REQUESTS = 1000;

  private static final class Overloaded extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private Backlog() {}

  /** What a run gives under this watch; empty if too much piled up. */
  static <T> Optional<T> unlessOverloaded(Function<Observer, T> run) {
    try {
      return Optional.of(run.apply(new Backlog()));
    } catch (Overloaded e) {
      return Optional.empty();
    }
  }

  @Override
  public void after(long nowNanos, State state) {
    if (state.waiting() + state.running() > MOST_REQUESTS) {
      throw new Overloaded();
    }
  }
}
