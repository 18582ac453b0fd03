package org.curtail.spark;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Row;
import org.apache.spark.util.TaskCompletionListener;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.traces.Damage;
import org.curtail.traces.Span;
import org.curtail.traces.read.SpanFile;
import org.curtail.traces.read.SpanReader;
import org.curtail.traces.read.SpanSink;

/**
 * The rows of one file. A separate thread reads some thousand rows ahead, since our readers push
 * rows and Spark pulls rows.
 */
final class FileSpans implements Iterator<Row> {
  private static final int BATCH = 1_000;
  private static final int MOST_BATCHES = 16;

  private final BlockingQueue<List<Row>> queue = new ArrayBlockingQueue<>(MOST_BATCHES);
  private Iterator<Row> batch = List.<Row>of().iterator();
  private boolean ended;

  /**
   * Starts reading.
   *
   * @param number number of the file among all
   */
  FileSpans(SpanFile file, int number) {
    var reading = new Thread(() -> new Reader(file, number).run(), "curtail-read-" + number);
    reading.setDaemon(true);
    TaskContext task = TaskContext.get();
    if (task != null) {
      TaskCompletionListener stop = finished -> reading.interrupt();
      task.addTaskCompletionListener(stop);
    }
    reading.start();
  }

  @Override
  public boolean hasNext() {
    while (!batch.hasNext() && !ended) {
      try {
        List<Row> next = queue.take();
        ended = next.isEmpty();
        batch = next.iterator();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
    return batch.hasNext();
  }

  @Override
  public Row next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return batch.next();
  }

  /** Thrown when the rows are no longer needed. */
  private static final class NoLongerNeeded extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** The reading thread. */
  private final class Reader implements SpanSink {
    private final SpanFile file;
    private final int number;
    private List<Row> rows = new ArrayList<>(BATCH);
    private long made;

    Reader(SpanFile file, int number) {
      this.file = file;
      this.number = number;
    }

    void run() {
      try {
        String report;
        try {
          report = Report.of(new SpanReader(this, (spans, bytes) -> {}).read(file));
        } catch (UsageError e) {
          report = Report.ofMisuse(String.valueOf(e.getMessage()));
        } catch (NoLongerNeeded e) {
          return;
        } catch (RuntimeException | Error e) {
          report = Report.ofMisuse(file.path() + ": cannot be read: " + e);
        }
        rows.add(RecordedRow.report(report, number, made));
        // Not empty, since it contains the report.
        put(rows);
        put(List.of());
      } catch (NoLongerNeeded e) {
        // the task has ended
      }
    }

    private void add(Row row) {
      rows.add(row);
      made++;
      if (rows.size() == BATCH) {
        put(rows);
        rows = new ArrayList<>(BATCH);
      }
    }

    private void put(List<Row> full) {
      try {
        queue.put(full);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new NoLongerNeeded();
      }
    }

    @Override
    public void span(Span span) {
      add(RecordedRow.span(span, number, made));
    }

    @Override
    public void requestStart(String traceId, long startNanos) {
      add(RecordedRow.start(traceId, startNanos, number, made));
    }

    @Override
    public void damaged(Damage damage, String where) {
      throw new IllegalStateException("the reader counts what is broken");
    }
  }
}
