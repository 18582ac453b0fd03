package org.curtail.traces.tables;

/** Receives the progress of an import, on one thread. */
public interface ImportProgress {
  /**
   * Files are being read.
   *
   * @param spans spans so far
   * @param bytes bytes of the files so far, packed as they are
   */
  void reading(long spans, long bytes);

  /** Another process imports the same files into the same place; this one waits for it. */
  void waiting();

  /** Requests are being assembled from the spans, partition by partition. */
  void assembling(long done, long all);
}
