package org.curtail.traces.tables;

/** Is told, by one thread, how far an import has come. */
public interface ImportProgress {
  /**
   * Files are read.
   *
   * @param spans so far
   * @param bytes of the files so far, packed as they are
   */
  void reading(long spans, long bytes);

  /** Another process reads the same files into the same place, and is waited for. */
  void waiting();

  /** Requests are made of the spans, part by part. */
  void assembling(long done, long all);
}
