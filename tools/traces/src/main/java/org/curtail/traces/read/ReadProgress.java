package org.curtail.traces.read;

/** Is told from time to time how far reading has come. */
@FunctionalInterface
public interface ReadProgress {
  /**
   * So much was read.
   *
   * @param spans in all files so far
   * @param bytes of the files so far, packed as they are
   */
  void at(long spans, long bytes);
}
