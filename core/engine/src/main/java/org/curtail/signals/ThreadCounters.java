package org.curtail.signals;

/**
 * Where the counters of one thread come from. Made by that thread and used by no other. Reading
 * throws nothing and, where possible, allocates nothing.
 */
public interface ThreadCounters {
  /**
   * Reads all counters of the current thread.
   *
   * @param into gets each {@link Counter} at its {@link Counter#place}; what is not available is
   *     left as it is, -1
   */
  void read(long[] into);
}
