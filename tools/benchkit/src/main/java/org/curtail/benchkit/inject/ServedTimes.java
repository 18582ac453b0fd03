package org.curtail.benchkit.inject;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Keeps how requests were served. Safe for all threads. */
final class ServedTimes {
  private final Map<Integer, OwnTime> begun = new ConcurrentHashMap<>();
  private final Map<Integer, Served> ended = new ConcurrentHashMap<>();

  /** Called by the thread that begins a request, before anything else of it. */
  void begin(int request) {
    begun.put(request, OwnTime.now());
  }

  /** Called by the thread that ends it; a second time it does nothing. */
  void end(int request) {
    OwnTime from = begun.remove(request);
    if (from != null) {
      ended.put(request, Served.between(from, OwnTime.now()));
    }
  }

  /** Of all that have ended so far, by number. */
  Map<Integer, Served> soFar() {
    return Map.copyOf(ended);
  }
}
