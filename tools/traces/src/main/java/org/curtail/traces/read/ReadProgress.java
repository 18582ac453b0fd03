package org.curtail.traces.read;

/** Receives the progress of reading from time to time. */
@FunctionalInterface
public interface ReadProgress {
  /**
   * Called after more was read.
   *
   * @param spans spans in all files so far
   * @param bytes bytes of the files so far, packed as they are
   */
  void at(long spans, long bytes);
}
