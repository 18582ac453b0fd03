package org.curtail.traces.tables;

import java.util.List;
import org.curtail.traces.read.SpanFile;

/** Imports recordings of any size into Parquet and queries their tables. Not thread-safe. */
public interface Engine extends AutoCloseable {
  /**
   * Imports files.
   *
   * @param kept target of the recording, replaced if it exists. If another process imports the same
   *     files meanwhile, this method uses its result
   * @throws org.curtail.benchkit.terminal.UsageError if a file cannot be read or written, or is not
   *     a recording of spans; no files are left then
   */
  Contents read(List<SpanFile> files, KeptRecording kept, ImportProgress progress);

  /** Returns the tables of a recording. The tables stay open until the engine is closed. */
  Tables tables(KeptRecording kept);

  @Override
  void close();
}
