package org.curtail.benchkit.inject;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * Makes the garbage collector stop all threads and traverse memory filled for this purpose, by
 * {@code System.gc()}. The begin and end of the call are known.
 */
final class CollectorPressure implements Injection {
  /** Greatest used share of the heap; the rest is for the service. */
  private static final double GREATEST_SHARE = 0.25;

  private static final int BYTES_PER_LINK = 24;
  private static final int FIRST_LINKS = 500_000;
  private static final int MOST_TRIES = 12;

  /** A live object; the collector reaches it from the next object of the chain. */
  private record Link(Object before, long number) {}

  private final Queue<InjectionRecord> records;

  /** Live objects, which make a collection long. */
  private List<Link> live = new ArrayList<>();

  /**
   * Fills memory until a collection lasts for the wanted time, or a quarter of the heap is full.
   *
   * @throws InjectionUnavailableException if this JVM does not collect on demand
   */
  CollectorPressure(long lengthNanos, Queue<InjectionRecord> records)
      throws InjectionUnavailableException {
    this.records = records;
    long before = collections();
    collect();
    if (collections() == before) {
      throw new InjectionUnavailableException(
          InjectionKind.COLLECTOR,
          "System.gc() collects nothing, perhaps because of -XX:+DisableExplicitGC");
    }
    long most = (long) (Runtime.getRuntime().maxMemory() * GREATEST_SHARE / BYTES_PER_LINK);
    int links = FIRST_LINKS;
    for (int tries = 0; tries < MOST_TRIES && live.size() < most; tries++) {
      if (collect() >= lengthNanos) {
        break;
      }
      grow((int) Math.min(links, most - live.size()));
      links = Math.max(FIRST_LINKS, live.size() / 2);
    }
  }

  private void grow(int links) {
    Object before = live.isEmpty() ? this : live.getLast();
    for (int i = 0; i < links; i++) {
      var link = new Link(before, i);
      live.add(link);
      // Several chains allow several collector threads to work.
      before = i % 1000 == 0 ? this : link;
    }
  }

  /** Runs a collection and returns its duration. */
  private static long collect() {
    long fromNanos = System.nanoTime();
    System.gc();
    return System.nanoTime() - fromNanos;
  }

  private static long collections() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionCount)
        .sum();
  }

  @Override
  public void begin(int request) {
    long fromNanos = System.nanoTime();
    collect();
    records.add(
        InjectionRecord.whole(InjectionKind.COLLECTOR, request, fromNanos, System.nanoTime()));
  }

  @Override
  public void close() {
    live = List.of();
  }
}
