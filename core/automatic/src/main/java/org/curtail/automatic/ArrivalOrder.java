package org.curtail.automatic;

import java.util.Comparator;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.curtail.runtime.Timeline;
import org.jspecify.annotations.Nullable;

/**
 * Puts requests, which are told when they end, back into the order in which they arrived. Where
 * cores are shared the short ones of those that arrived together end first and the long ones last:
 * whoever looks for changes would see one whenever many end together. In the order of their arrival
 * demands are as independent as they were.
 *
 * <p>Who has ended is held until all who arrived before have ended, or {@value #MOST_HELD} are
 * held: then the oldest of those in the service is waited for no more.
 */
final class ArrivalOrder {
  private static final int MOST_HELD = 512;

  /**
   * A request that has ended.
   *
   * @param request what it took
   * @param arrivalNanos when it arrived, in steady time
   * @param servedBy in whose slices of time it was
   * @param tellsSpeedups whether its times at several degrees can be compared
   * @param standsFor itself, and others that are not told, at least 1
   */
  record Ended(
      Timeline request,
      long arrivalNanos,
      ServedBy servedBy,
      boolean tellsSpeedups,
      double standsFor) {}

  /**
   * One that is held.
   *
   * @param number in the order of their ends
   */
  private record Held(Ended ended, long number) {
    long arrivalNanos() {
      return ended.arrivalNanos;
    }
  }

  /** Who is in the service: how many arrived at a time. */
  private final TreeMap<Long, Integer> inService = new TreeMap<>();

  private final PriorityQueue<Held> held =
      new PriorityQueue<>(
          Comparator.comparingLong(Held::arrivalNanos).thenComparingLong(Held::number));
  private long count;

  void arrived(long arrivalNanos) {
    inService.merge(arrivalNanos, 1, Integer::sum);
  }

  /** One is no longer in the service, who arrived then or a little before. */
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

  /** One who has left is to come in its turn. */
  void add(Ended ended) {
    held.add(new Held(ended, count++));
    if (held.size() > MOST_HELD && !inService.isEmpty()) {
      remove(inService.firstEntry());
    }
  }

  /** The next in order; null if it is not time yet. */
  @Nullable Ended next() {
    Held first = held.peek();
    boolean isNext =
        first != null && (inService.isEmpty() || first.arrivalNanos() <= inService.firstKey());
    return isNext ? held.remove().ended : null;
  }
}
