package org.curtail.cli.bench;

import java.util.List;
import java.util.Optional;
import org.curtail.benchkit.search.SearchAnswer;
import org.curtail.runtime.Autopilot;

/**
 * What is compared: something that answers searches handed to it, as many at once as it likes.
 *
 * <p>One contender answers one block at a time.
 */
public interface Contender extends AutoCloseable {
  /** As on the command line. */
  String name();

  /** Who chooses its policies, if it is one that does so itself. */
  default Optional<Autopilot> autopilot() {
    return Optional.empty();
  }

  /** A block of its begins. */
  default void resume() {
    autopilot().ifPresent(Autopilot::thaw);
  }

  /** Its block is over: until the next one it leaves the machine to others. */
  default void rest() {
    autopilot().ifPresent(Autopilot::freeze);
  }

  /**
   * Hands a search over without waiting for it.
   *
   * @param query index into the query log
   * @param poll to be called now and then by threads that are busy, so that arrivals are noticed
   *     though all cores compute
   */
  Answer submit(int query, Runnable poll);

  /** What is to be said of it when all is done. */
  default List<String> details() {
    return List.of();
  }

  @Override
  void close();

  /** A search on its way. */
  interface Answer {
    /** Waits for the end. Throws what the search threw. */
    SearchAnswer await() throws Exception;

    /** When it ended, by {@code System.nanoTime}; after {@link #await}. */
    long endNanos();

    /** When its execution began; after {@link #await}. */
    long startNanos();

    /** Time that all its threads together spent on it; after {@link #await}. */
    long threadNanos();

    /** Most threads that served it at once; after {@link #await}. */
    int peakDegree();
  }
}
