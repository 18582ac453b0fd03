package org.curtail.cli.bench;

import java.util.List;
import java.util.Optional;
import org.curtail.benchkit.search.SearchAnswer;
import org.curtail.runtime.Autopilot;

/**
 * A system under comparison, which answers searches, as many at once as it likes.
 *
 * <p>One contender answers one block at a time.
 */
public interface Contender extends AutoCloseable {
  /** Name as on the command line. */
  String name();

  /** Chooses this contender's policies; empty if it has a fixed one. */
  default Optional<Autopilot> autopilot() {
    return Optional.empty();
  }

  /** Called when a block of this contender begins. */
  default void resume() {
    autopilot().ifPresent(Autopilot::thaw);
  }

  /** Called when its block is over: until the next one it leaves the machine to others. */
  default void rest() {
    autopilot().ifPresent(Autopilot::freeze);
  }

  /**
   * Starts a search without waiting for it.
   *
   * @param query index into the query log
   * @param poll called now and then by busy threads, so that arrivals are noticed though all cores
   *     compute
   */
  Answer submit(int query, Runnable poll);

  /** Remarks for the end of the measurement. */
  default List<String> details() {
    return List.of();
  }

  @Override
  void close();

  /** A search under way. */
  interface Answer {
    /** Waits for the end. Throws the search's exception. */
    SearchAnswer await() throws Exception;

    /** Time of its end, by {@code System.nanoTime}; after {@link #await}. */
    long endNanos();

    /** Time when its execution began; after {@link #await}. */
    long startNanos();

    /** Time that all its threads together spent on it; after {@link #await}. */
    long threadNanos();

    /** Most threads serving it at once; after {@link #await}. */
    int peakDegree();
  }
}
