package org.curtail.traces.duckdb;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.curtail.traces.read.SpanFile;
import org.curtail.traces.tables.Contents;
import org.curtail.traces.tables.Engine;
import org.curtail.traces.tables.ImportProgress;
import org.curtail.traces.tables.KeptRecording;
import org.curtail.traces.tables.ScratchFolder;
import org.curtail.traces.tables.Tables;

/**
 * An engine with an embedded DuckDB, which needs only this process. The database starts while files
 * are read.
 */
public final class DuckDbEngine implements Engine {
  private final Path spill;
  private final CompletableFuture<DuckDb> database;
  private final long heldBytes;

  /**
   * Starts the database.
   *
   * @param memoryBytes memory limit of the database; data beyond it goes to temporary files
   * @param heldBytes memory limit of spans in this JVM while reading; data beyond it goes to files
   *     beside the recording
   */
  public DuckDbEngine(long memoryBytes, long heldBytes) {
    this.heldBytes = heldBytes;
    spill = ScratchFolder.make();
    database = CompletableFuture.supplyAsync(() -> DuckDb.start(memoryBytes, spill));
  }

  private DuckDb database() {
    try {
      return database.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  @Override
  public Contents read(List<SpanFile> files, KeptRecording kept, ImportProgress progress) {
    return DuckDbImport.run(files, kept, this::database, heldBytes, progress);
  }

  @Override
  public Tables tables(KeptRecording kept) {
    return new DuckDbTables(database(), kept);
  }

  @Override
  public void close() {
    database().close();
    new KeptRecording(spill).delete();
  }
}
