package org.curtail.traces.duckdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.traces.DamageCounts;
import org.curtail.traces.Span;
import org.curtail.traces.Trace;
import org.curtail.traces.TraceAssembly;
import org.curtail.traces.TraceIds;
import org.curtail.traces.read.AllRead;
import org.curtail.traces.read.SpanFile;
import org.curtail.traces.read.SpanReader;
import org.curtail.traces.tables.Contents;
import org.curtail.traces.tables.ImportProgress;
import org.curtail.traces.tables.KeptRecording;
import org.curtail.traces.tables.TraceRows;
import org.jspecify.annotations.Nullable;

/**
 * Imports a recording of any size into Parquet. Spans are partitioned by trace, and spill to disk
 * if they are many. Then all cores assemble partitions, and DuckDB writes their rows.
 */
final class DuckDbImport {
  private static final int MOST_THREADS = 8;
  private static final long PROGRESS_MILLIS = 200;

  private final DuckDb database;
  private final KeptRecording partial;
  private final ImportProgress progress;
  private final AtomicInteger nextPart = new AtomicInteger();
  private final AtomicInteger partsDone = new AtomicInteger();
  private final AtomicLong requests = new AtomicLong();
  private final AtomicLong spans = new AtomicLong();

  private DuckDbImport(DuckDb database, KeptRecording partial, ImportProgress progress) {
    this.database = database;
    this.partial = partial;
    this.progress = progress;
  }

  /**
   * Imports files; see {@code Engine.read}.
   *
   * @param database database that may still start; stays open
   * @param heldBytes memory limit of spans; data beyond it goes to disk
   */
  static Contents run(
      List<SpanFile> files,
      KeptRecording kept,
      Supplier<DuckDb> database,
      long heldBytes,
      ImportProgress progress) {
    return kept.make(
        files, progress::waiting, partial -> read(files, partial, database, heldBytes, progress));
  }

  private static Contents read(
      List<SpanFile> files,
      KeptRecording partial,
      Supplier<DuckDb> database,
      long heldBytes,
      ImportProgress progress)
      throws IOException {
    Path spill = Files.createDirectory(partial.folder().resolve("spill"));
    var partitions = new SpanPartitions(spill, heldBytes);
    AllRead read = new SpanReader(partitions, progress::reading).read(files);
    var work = new DuckDbImport(database.get(), partial, progress);
    DamageCounts damage = read.damage();
    work.assemble(partitions).forEach(damage::add);
    Files.delete(spill);
    return new Contents(work.requests.get(), work.spans.get(), damage, read.leftOut(), read.unit());
  }

  /** Returns the damage by partition. */
  private List<DamageCounts> assemble(SpanPartitions partitions) {
    List<DamageCounts> damage = new ArrayList<>();
    for (int i = 0; i < partitions.size(); i++) {
      damage.add(new DamageCounts());
    }
    int threads = Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors());
    try (ExecutorService workers = Executors.newFixedThreadPool(threads)) {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int writer = i;
        running.add(
            workers.submit(() -> {
              parts(partitions, damage, writer);
              return null;
            }));
      }
      try {
        running.forEach(each -> await(each, partitions.size()));
      } catch (RuntimeException e) {
        // stops the other workers
        nextPart.set(partitions.size());
        throw e;
      }
    }
    return damage;
  }

  private void await(Future<?> worker, int parts) {
    while (true) {
      try {
        worker.get(PROGRESS_MILLIS, TimeUnit.MILLISECONDS);
        return;
      } catch (TimeoutException e) {
        progress.assembling(partsDone.get(), parts);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      } catch (ExecutionException e) {
        throw failure(e.getCause());
      }
    }
  }

  private static RuntimeException failure(@Nullable Throwable cause) {
    return switch (cause) {
      case SQLException e -> DuckDb.failed(e);
      case RuntimeException e -> e;
      case Error e -> throw e;
      case null, default -> new IllegalStateException(cause);
    };
  }

  /** Assembles partitions until none is left. */
  private void parts(SpanPartitions partitions, List<DamageCounts> damage, int number)
      throws SQLException {
    var rows = new TraceRows();
    try (var writer = new ParquetWriter(database.newConnection(), partial, number)) {
      for (int part = nextPart.getAndIncrement();
          part < partitions.size();
          part = nextPart.getAndIncrement()) {
        StopSignal.check("nothing was kept");
        SpanPartitions.Content content = partitions.read(part);
        damage.get(part).add(content.damage());
        for (Map.Entry<String, List<Span>> each :
            TraceIds.joined(content.spans(), damage.get(part)).entrySet()) {
          Trace trace = TraceAssembly.of(each.getValue(), damage.get(part));
          each.setValue(List.of());
          Long start = content.requestStarts().get(trace.id());
          writer.write(
              rows.of(start == null ? trace : trace.startingAt(start), requests.getAndIncrement()));
          spans.addAndGet(trace.size());
        }
        partsDone.incrementAndGet();
      }
      writer.finish();
    }
  }
}
