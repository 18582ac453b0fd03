package org.curtail.benchkit.inject;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import org.curtail.benchkit.threads.Joined;

/**
 * A child process stops this process by SIGSTOP and continues it by SIGCONT. No thread of this
 * process runs meanwhile, so the child reads the clock: when the process has stopped, and just
 * before it continues.
 *
 * <p>A process stops when one of its threads handles the signal, and this thread may wait for a
 * core. The child therefore reads the state in {@code /proc}, if that exists.
 *
 * <p>If the child ends early, it also continues this process.
 */
final class ProcessStop implements Injection {
  /**
   * Script of the child. EPOCHREALTIME is the clock in microseconds, without another process, in
   * bash 5 or later.
   */
  private static final String SCRIPT =
      """
      : "${EPOCHREALTIME:?}"
      trap 'kill -CONT "$1"' EXIT
      trap 'exit 1' HUP INT TERM
      echo ready
      while read -r request seconds; do
        kill -STOP "$1"
        from=$EPOCHREALTIME
        while read -r state 2>/dev/null < "/proc/$1/stat" && [[ ${state##*) } != T* ]]; do
          from=$EPOCHREALTIME
        done
        sleep "$seconds"
        to=$EPOCHREALTIME
        kill -CONT "$1"
        echo "$request $from $to"
      done
      """;

  private static final double NANOS_PER_SECOND = 1e9;

  private final String seconds;
  private final Queue<InjectionRecord> records;
  private final Process child;
  private final BufferedWriter orders;
  private final Thread reader;

  /** Offset from the time of day to {@code System.nanoTime}. */
  private final long offsetNanos;

  /**
   * Starts the child.
   *
   * @throws InjectionUnavailableException if no bash 5 or later is there
   */
  ProcessStop(long lengthNanos, Queue<InjectionRecord> records)
      throws InjectionUnavailableException {
    this.records = records;
    seconds = String.format(Locale.ROOT, "%.6f", lengthNanos / NANOS_PER_SECOND);
    offsetNanos = System.nanoTime() - nanosOfDay();
    String process = Long.toString(ProcessHandle.current().pid());
    try {
      child =
          new ProcessBuilder("bash", "-c", SCRIPT, "curtail-stop", process)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      BufferedReader answers = child.inputReader();
      if (!"ready".equals(answers.readLine())) {
        throw new InjectionUnavailableException(
            InjectionKind.STOP, "it needs bash 5, which is not there");
      }
      orders = child.outputWriter();
      reader = Thread.ofPlatform().daemon().name("stop-reader").start(() -> read(answers));
    } catch (IOException e) {
      throw new InjectionUnavailableException(
          InjectionKind.STOP, "bash cannot be started: " + e.getMessage(), e);
    }
  }

  private static long nanosOfDay() {
    Instant now = Instant.now();
    return now.getEpochSecond() * 1_000_000_000 + now.getNano();
  }

  private void read(BufferedReader answers) {
    try {
      for (String line = answers.readLine(); line != null; line = answers.readLine()) {
        String[] words = line.split(" ", -1);
        records.add(
            InjectionRecord.whole(
                InjectionKind.STOP,
                Integer.parseInt(words[0]),
                nanoTime(words[1]),
                nanoTime(words[2])));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private long nanoTime(String secondsOfDay) {
    String microseconds = secondsOfDay.replaceAll("[^0-9]", "");
    return Long.parseLong(microseconds) * 1000 + offsetNanos;
  }

  @Override
  public synchronized void begin(int request) throws IOException {
    orders.write("%d %s\n".formatted(request, seconds));
    orders.flush();
  }

  @Override
  public void close() {
    try {
      orders.close();
    } catch (IOException e) {
      // The process has already ended.
      child.destroy();
    }
    Joined.join(List.of(reader));
  }
}
