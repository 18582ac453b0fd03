package org.curtail.cli.bench;

import java.util.List;
import java.util.Optional;
import org.curtail.benchkit.search.SearchAnswer;
import org.curtail.runtime.Autopilot;
import org.curtail.runtime.Timeline;

/**
 * A system under comparison, which answers many searches at once.
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

  /** Called at the start of each of its blocks. */
  default void resume() {
    autopilot().ifPresent(Autopilot::thaw);
  }

  /** Called at the end of each of its blocks; until the next one it must not use the machine. */
  default void rest() {
    autopilot().ifPresent(Autopilot::freeze);
  }

  /**
   * Starts a search without waiting for it.
   *
   * @param query index into the query log
   * @param poll called now and then by busy threads, so that arrivals are noticed although all
   *     cores compute
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

    /** Times of the search; available after {@link #await}. */
    Times times();
  }

  /**
   * The times of a search, by {@code System.nanoTime}.
   *
   * @param startNanos start of its execution
   * @param threadNanos time of all its threads together
   * @param peakDegree most threads serving it at once
   */
  record Times(long startNanos, long endNanos, long threadNanos, int peakDegree) {
    static Times of(Timeline timeline) {
      return new Times(
          timeline.startNanos(),
          timeline.endNanos(),
          timeline.threadNanos(),
          timeline.peakDegree());
    }
  }
}
