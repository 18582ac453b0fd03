package org.curtail.spark;

import static org.apache.spark.sql.functions.col;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.spark.SparkStageInfo;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.JavaSparkStatusTracker;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.curtail.benchkit.files.FolderTree;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.traces.read.AllRead;
import org.curtail.traces.read.SpanFile;
import org.curtail.traces.tables.Contents;
import org.curtail.traces.tables.ImportProgress;
import org.curtail.traces.tables.KeptRecording;
import org.curtail.traces.tables.SpanRow;

/**
 * Imports a recording with Spark. One task per file reads the file. Spark groups and sorts the
 * spans of each trace. One task per partition assembles its requests, one at a time.
 */
final class SparkImport {
  private static final long PROGRESS_MILLIS = 500;
  private static final int LEAST_PARTS = 16;
  private static final int PARTS_PER_CORE = 4;

  private final SparkSession session;
  private final ImportProgress progress;

  private SparkImport(SparkSession session, ImportProgress progress) {
    this.session = session;
    this.progress = progress;
  }

  private record NumberedFile(String path, boolean ofFolder, int number) implements Serializable {
    Iterator<Row> rows() {
      return new FileSpans(new SpanFile(Path.of(path), ofFolder), number);
    }
  }

  /** Imports files; see {@code Engine.read}. */
  static Contents run(
      SparkSession session, List<SpanFile> files, KeptRecording kept, ImportProgress progress) {
    return kept.make(
        files,
        progress::waiting,
        partial -> new SparkImport(session, progress).read(files, partial));
  }

  private Contents read(List<SpanFile> files, KeptRecording partial) throws IOException {
    Path both = partial.folder().resolve("both");
    runWithProgress(() -> write(requests(recorded(files)), both));
    Dataset<Row> written = SparkTables.read(session, both);
    AllRead read =
        Report.read(
            written
                .filter("report IS NOT NULL")
                .select("report")
                .as(Encoders.STRING())
                .collectAsList());
    Dataset<Row> spans = written.filter("report IS NULL");
    runWithProgress(() -> {
      write(spans.filter("place = 0").selectExpr(PartRequests.REQUEST_COLUMNS), partial.requests());
      write(spans.selectExpr(StructType.fromDDL(SpanRow.COLUMNS).fieldNames()), partial.spans());
    });
    FolderTree.delete(both);
    return new Contents(
        SparkTables.read(session, partial.requests()).count(),
        SparkTables.read(session, partial.spans()).count(),
        read.damage(),
        read.leftOut(),
        read.unit());
  }

  private Dataset<Row> recorded(List<SpanFile> files) {
    List<NumberedFile> numbered = new ArrayList<>();
    for (SpanFile file : files) {
      numbered.add(
          new NumberedFile(
              file.path().toAbsolutePath().toString(), file.ofFolder(), numbered.size()));
    }
    JavaRDD<Row> rows =
        JavaSparkContext.fromSparkContext(session.sparkContext())
            .parallelize(numbered, numbered.size())
            .flatMap(NumberedFile::rows);
    return session.createDataFrame(rows, RecordedRow.SCHEMA);
  }

  private Dataset<Row> requests(Dataset<Row> recorded) {
    int parts = Math.max(LEAST_PARTS, PARTS_PER_CORE * session.sparkContext().defaultParallelism());
    MapPartitionsFunction<Row, Row> assemble =
        rows -> new PartRequests(rows, TaskContext.getPartitionId());
    return recorded
        .repartition(parts, col(RecordedRow.HALF))
        .sortWithinPartitions(
            RecordedRow.HALF, RecordedRow.TRACE, RecordedRow.FILE, RecordedRow.NUMBER)
        .mapPartitions(assemble, Encoders.row(PartRequests.SCHEMA));
  }

  private static void write(Dataset<Row> rows, Path folder) {
    rows.write().mode(SaveMode.Overwrite).parquet(SparkTables.place(folder));
  }

  /**
   * Runs work on a new thread, and reports finished tasks meanwhile. The common pool would
   * deadlock, as Spark's Parquet reader waits there for other tasks.
   */
  private void runWithProgress(Runnable work) {
    var running = new FutureTask<>(work, null);
    Thread.ofPlatform().name("curtail-spark").daemon().start(running);
    JavaSparkStatusTracker tracker =
        JavaSparkContext.fromSparkContext(session.sparkContext()).statusTracker();
    while (true) {
      try {
        running.get(PROGRESS_MILLIS, TimeUnit.MILLISECONDS);
        return;
      } catch (TimeoutException e) {
        StopSignal.check("nothing was kept");
        for (int stage : tracker.getActiveStageIds()) {
          SparkStageInfo info = tracker.getStageInfo(stage);
          if (info != null) {
            progress.assembling(info.numCompletedTasks(), info.numTasks());
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      } catch (ExecutionException e) {
        throw new CompletionException(e.getCause());
      }
    }
  }
}
