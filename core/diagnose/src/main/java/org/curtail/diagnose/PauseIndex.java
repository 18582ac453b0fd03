package org.curtail.diagnose;

import java.util.Comparator;
import java.util.List;
import org.curtail.diagnose.pause.Pause;

/** Finds the pauses around a request among all pauses of a process. Immutable. */
final class PauseIndex {
  /** Ordered by start. */
  private final List<Pause> pauses;

  private final long longestNanos;

  /** Creates an index of pauses in any order. */
  public PauseIndex(List<Pause> pauses) {
    this.pauses = pauses.stream().sorted(Comparator.comparingLong(Pause::fromNanos)).toList();
    longestNanos = pauses.stream().mapToLong(Pause::nanos).max().orElse(0);
  }

  /** Returns the request with all pauses that overlap with it. */
  public RequestEvidence withPauses(RequestEvidence request) {
    boolean oneClock = request.fitsOneClock();
    long from = oneClock ? request.intendedNanos() : request.receivedNanos();
    long to = oneClock ? request.answeredNanos() : request.endNanos();
    return request.during(between(from, to));
  }

  private List<Pause> between(long fromNanos, long toNanos) {
    return pauses.subList(firstFrom(fromNanos - longestNanos), firstFrom(toNanos)).stream()
        .filter(pause -> pause.toNanos() > fromNanos)
        .toList();
  }

  /** Returns the index of the first pause that begins at a moment or later. */
  private int firstFrom(long nanos) {
    int low = 0;
    int high = pauses.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (pauses.get(middle).fromNanos() < nanos) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
