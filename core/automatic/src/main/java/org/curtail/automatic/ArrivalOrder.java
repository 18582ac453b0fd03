package org.curtail.automatic;

import java.util.Comparator;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.curtail.automatic.guard.Slices.ServedBy;
import org.curtail.runtime.Timeline;
import org.jspecify.annotations.Nullable;

/**
 * Sorts ended requests by arrival again. If requests share cores, short requests that arrived
 * together end before long ones. A change detector that gets them in order of end would then see
 * changes. In order of arrival, demands stay as independent as they were.
 *
 * <p>An ended request is kept until all earlier arrivals have ended. Beyond {@value #MOST_HELD}
 * kept requests, the order no longer waits for the oldest request in the service.
 */
final class ArrivalOrder {
  private static final int MOST_HELD = 512;

  /**
   * Ended request.
   *
   * @param request its timeline
   * @param arrivalNanos arrival, in steady time
   * @param servedBy policies whose slices the request overlapped
   * @param showsSpeedups true if its times at several degrees can be compared
   * @param standsFor number of requests it represents, itself included; at least 1
   */
  record Ended(
      Timeline request,
      long arrivalNanos,
      ServedBy servedBy,
      boolean showsSpeedups,
      double standsFor) {}

  /**
   * Kept request.
   *
   * @param number position in the order of ends
   */
  private record Held(Ended ended, long number) {
    long arrivalNanos() {
      return ended.arrivalNanos;
    }
  }

  /** Number of requests in the service, by arrival time. */
  private final TreeMap<Long, Integer> inService = new TreeMap<>();

  private final PriorityQueue<Held> held =
      new PriorityQueue<>(
          Comparator.comparingLong(Held::arrivalNanos).thenComparingLong(Held::number));
  private long count;

  void arrived(long arrivalNanos) {
    inService.merge(arrivalNanos, 1, Integer::sum);
  }

  /** Removes one request from the service: the latest one that arrived by this time. */
  void left(long arrivalNanos) {
    Map.Entry<Long, Integer> arrived = inService.floorEntry(arrivalNanos);
    if (arrived == null) {
      arrived = inService.firstEntry();
    }
    if (arrived != null) {
      remove(arrived);
    }
  }

  private void remove(Map.Entry<Long, Integer> arrived) {
    if (arrived.getValue() == 1) {
      inService.remove(arrived.getKey());
    } else {
      inService.put(arrived.getKey(), arrived.getValue() - 1);
    }
  }

  void add(Ended ended) {
    held.add(new Held(ended, count++));
    if (held.size() > MOST_HELD && !inService.isEmpty()) {
      remove(inService.firstEntry());
    }
  }

  /** Returns the next request in order of arrival; null if an earlier one has not ended. */
  @Nullable Ended next() {
    Held first = held.peek();
    boolean isNext =
        first != null && (inService.isEmpty() || first.arrivalNanos() <= inService.firstKey());
    return isNext ? held.remove().ended : null;
  }
}
