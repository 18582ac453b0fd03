package org.curtail.traces.read;

/** Receives the progress of reading from time to time. */
@FunctionalInterface
public interface ReadProgress {
  /**
   * Called after more was read.
   *
   * @param spans number of spans read so far
   * @param bytes number of bytes of the files read so far, before unpacking
   */
  void at(long spans, long bytes);
}
