package org.curtail.workflow;

import java.util.PriorityQueue;

/**
 * What will happen in a {@link LoadRun}, the earliest first; at the same moment by kind, then in
 * the order it was added. Replicated servers have a queue of events too, but of their own kinds:
 * what both share is a heap, and the JDK has one.
 */
final class Agenda {
  /** What happens, and to whom; in the order in which it happens at the same moment. */
  sealed interface Happening {
    /** An attempt's time on its server is over, unless its number has changed since. */
    record Served(LoadAttempt attempt, int stamp) implements Happening {}

    /** An attempt is told to stop. */
    record Cancelled(LoadAttempt attempt) implements Happening {}

    /** A visit stops waiting for responders. */
    record StopsWaiting(LoadVisit visit) implements Happening {}

    /** It is time for a copy of a call. */
    record CopyDue(LoadCall call) implements Happening {}
  }

  private record Entry(double millis, int rank, long order, Happening what)
      implements Comparable<Entry> {
    @Override
    public int compareTo(Entry other) {
      int byTime = Double.compare(millis, other.millis);
      if (byTime != 0) {
        return byTime;
      }
      int byRank = Integer.compare(rank, other.rank);
      return byRank != 0 ? byRank : Long.compare(order, other.order);
    }
  }

  private final PriorityQueue<Entry> entries = new PriorityQueue<>(1024);
  private long added;

  private static int rank(Happening what) {
    return switch (what) {
      case Happening.Served served -> 0;
      case Happening.Cancelled cancelled -> 1;
      case Happening.StopsWaiting stops -> 2;
      case Happening.CopyDue due -> 3;
    };
  }

  void add(double millis, Happening what) {
    entries.add(new Entry(millis, rank(what), added++, what));
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  /** When the next thing happens; never, if there is none. */
  double nextMillis() {
    Entry next = entries.peek();
    return next == null ? Double.POSITIVE_INFINITY : next.millis();
  }

  /** What happens next. */
  Happening next() {
    return entries.remove().what();
  }
}
