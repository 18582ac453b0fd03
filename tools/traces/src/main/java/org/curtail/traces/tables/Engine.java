package org.curtail.traces.tables;

import java.util.List;
import org.curtail.traces.read.SpanFile;

/** What reads recordings of any size into Parquet, and asks their tables. Not thread-safe. */
public interface Engine extends AutoCloseable {
  /**
   * Reads files.
   *
   * @param kept where the recording goes; replaced if it is there. If another process makes it of
   *     the same files meanwhile, that one's is taken
   * @throws org.curtail.benchkit.terminal.Misuse if something cannot be read or written, or is no
   *     recording of spans; nothing is left behind then
   */
  Contents read(List<SpanFile> files, KeptRecording kept, ImportProgress progress);

  /** The tables of a recording, which stay open as long as the engine. */
  Tables tables(KeptRecording kept);

  @Override
  void close();
}
