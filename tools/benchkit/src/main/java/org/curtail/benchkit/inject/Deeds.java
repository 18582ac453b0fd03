package org.curtail.benchkit.inject;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Keeps what was done. Safe for all threads. */
final class Deeds {
  private final Queue<Deed> all = new ConcurrentLinkedQueue<>();

  void add(Deed deed) {
    all.add(deed);
  }

  /** All so far. */
  List<Deed> soFar() {
    return List.copyOf(all);
  }
}
