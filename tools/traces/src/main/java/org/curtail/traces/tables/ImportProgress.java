package org.curtail.traces.tables;

/** Receives the progress of an import, on one thread. */
public interface ImportProgress {
  /**
   * Files are being read.
   *
   * @param spans number of spans so far
   * @param bytes number of bytes of the files so far, before unpacking
   */
  void reading(long spans, long bytes);

  /** This process waits for another process that imports the same files. */
  void waiting();

  /** Requests are being assembled, partition by partition. */
  void assembling(long done, long all);
}
