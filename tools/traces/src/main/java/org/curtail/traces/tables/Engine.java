package org.curtail.traces.tables;

import java.util.List;
import org.curtail.traces.read.SpanFile;

/** Imports recordings of any size into Parquet and queries their tables. Not thread-safe. */
public interface Engine extends AutoCloseable {
  /**
   * Imports files.
   *
   * @param kept target of the recording; replaced if it exists. If another process imports the same
   *     files meanwhile, its result is used
   * @throws org.curtail.benchkit.terminal.UsageError if something cannot be read or written, or is
   *     no recording of spans; nothing is left behind then
   */
  Contents read(List<SpanFile> files, KeptRecording kept, ImportProgress progress);

  /** Returns the tables of a recording, which stay open as long as the engine. */
  Tables tables(KeptRecording kept);

  @Override
  void close();
}
