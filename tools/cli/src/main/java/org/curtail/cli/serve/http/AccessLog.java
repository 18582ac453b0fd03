package org.curtail.cli.serve.http;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.terminal.Visible;

/**
 * The log of answered requests, as CSV that {@code curtail} itself reads. A thread writes, so that
 * the event loop never waits for the disk. If the disk is too slow, lines are left out and counted.
 * Safe for several threads.
 */
public final class AccessLog implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger(AccessLog.class.getName());
  private static final int MOST_WAITING = 10_000;
  private static final String NAMES = "received,intended,latency_ms,status,degree,hits,timeout_ms";
  private static final String END = "";

  private final BlockingQueue<String> lines = new ArrayBlockingQueue<>(MOST_WAITING);
  private final AtomicLong leftOut = new AtomicLong();
  private final BufferedWriter writer;
  private final boolean hasQueries;
  private final Thread thread;

  /**
   * An answered request. Moments are milliseconds since 1970.
   *
   * @param receivedMs moment at which the server had read its head
   * @param intendedMs moment at which its client wanted to send it, if the client said so
   * @param answeredMs moment of the answer
   * @param status of the answer; 499 if the client went away before it
   * @param degree most threads at the same time; 0 if it never ran
   * @param hits number of hits
   * @param timeoutMs time until its deadline
   * @param query its text
   */
  public record Line(
      double receivedMs,
      Optional<Double> intendedMs,
      double answeredMs,
      int status,
      int degree,
      int hits,
      long timeoutMs,
      String query) {}

  private AccessLog(BufferedWriter writer, boolean hasQueries) {
    this.writer = writer;
    this.hasQueries = hasQueries;
    thread = Thread.ofPlatform().daemon().name("serve-log").start(this::write);
  }

  /**
   * Opens a log; adds to an existing one.
   *
   * @param hasQueries true if lines have the texts of queries, which may be private
   * @throws UsageError if the file cannot be written
   */
  public static AccessLog open(Path file, boolean hasQueries) {
    try {
      boolean isNew = Files.notExists(file) || Files.size(file) == 0;
      BufferedWriter writer =
          Files.newBufferedWriter(
              file,
              StandardCharsets.UTF_8,
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              StandardOpenOption.APPEND);
      if (isNew) {
        writer.write(NAMES + (hasQueries ? ",query\n" : "\n"));
        writer.flush();
      }
      return new AccessLog(writer, hasQueries);
    } catch (IOException e) {
      throw new UsageError(
          "--access-log: cannot write %s: %s".formatted(file, Failure.reason(e)), e);
    }
  }

  /** Adds a line. */
  public void add(Line line) {
    if (!lines.offer(text(line))) {
      leftOut.incrementAndGet();
    }
  }

  private String text(Line line) {
    double from = line.intendedMs().orElse(line.receivedMs());
    return String.format(
        Locale.ROOT,
        "%.3f,%s,%.3f,%d,%d,%d,%d%s\n",
        line.receivedMs(),
        line.intendedMs().map(ms -> String.format(Locale.ROOT, "%.3f", ms)).orElse(""),
        Math.max(0, line.answeredMs() - from),
        line.status(),
        line.degree(),
        line.hits(),
        line.timeoutMs(),
        hasQueries ? ",\"" + Visible.of(line.query()).replace("\"", "\"\"") + "\"" : "");
  }

  private void write() {
    try (writer) {
      while (true) {
        String line = lines.poll();
        if (line == null) {
          writer.flush();
          line = lines.take();
        }
        if (line.equals(END)) {
          break;
        }
        writer.write(line);
      }
    } catch (IOException e) {
      LOG.log(Level.SEVERE, "the access log ends here: " + Failure.reason(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Number of lines that were left out. */
  public long leftOut() {
    return leftOut.get();
  }

  /** Writes what waits, and closes the file. */
  @Override
  public void close() {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        if (lines.offer(END)) {
          thread.join();
        } else {
          Thread.sleep(1);
        }
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
