package org.curtail.cli.traces;

import java.util.List;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.text.Numbers;
import org.curtail.traces.read.SpanFile;
import org.curtail.traces.tables.ImportProgress;

/** Progress of reading in words: the rate, the share done, and the remaining time. */
final class ReadingText implements ImportProgress {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double FIRST_SECONDS = 1e-3;

  private final Console console;
  private final long allBytes;
  private long beganNanos = System.nanoTime();
  private boolean isAssembling;

  ReadingText(Console console, List<SpanFile> files) {
    this.console = console;
    allBytes = files.stream().mapToLong(file -> file.path().toFile().length()).sum();
  }

  private double seconds() {
    return Math.max(FIRST_SECONDS, (System.nanoTime() - beganNanos) / NANOS_PER_SECOND);
  }

  @Override
  public void reading(long spans, long bytes) {
    double share = Math.min(1, bytes / (double) Math.max(1, allBytes));
    console.progress(
        "Read %s spans, %s a second, %s of the files%s"
            .formatted(
                Numbers.count(spans),
                Numbers.count(Math.round(spans / seconds())),
                Numbers.percent(share),
                left(share)));
  }

  @Override
  public void waiting() {
    console.say("Another process is reading the same files; waiting for its tables.");
  }

  @Override
  public void assembling(long done, long all) {
    if (!isAssembling) {
      isAssembling = true;
      beganNanos = System.nanoTime();
    }
    console.progress(
        "Assembled requests: part %s of %s%s"
            .formatted(Numbers.count(done), Numbers.count(all), left(done / (double) all)));
  }

  private String left(double share) {
    return share <= 0
        ? ""
        : ", about %s s left".formatted(Numbers.count(Math.round(seconds() * (1 - share) / share)));
  }
}
