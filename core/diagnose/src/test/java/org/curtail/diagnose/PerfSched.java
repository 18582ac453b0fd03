package org.curtail.diagnose;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.curtail.signals.Stint;

/**
 * The times at which a thread could run and had no core, from the scheduler's events. {@code perf
 * record} records them for the whole machine, with the clock of {@code System.nanoTime}.
 *
 * @param waits times without a core, in order
 * @param holes times in which perf is known to have lost events
 */
record PerfSched(List<PerfSched.Period> waits, List<PerfSched.Period> holes) {
  private static final String SWITCH = "sched:sched_switch";
  private static final String WAKEUP = "sched:sched_wakeup";

  /**
   * Matches events as the kernel describes them, or as perf's plugins write them: "name:1 [120] R
   * ==> ...".
   */
  private static final Pattern SWITCHED =
      Pattern.compile(
          ".*prev_pid=(\\d+) .*prev_state=(\\S+) ==> .*next_pid=(\\d+).*"
              + "|.*:(\\d+) \\[\\d+] (\\S+) ==> .*:(\\d+) \\[\\d+].*");

  private static final Pattern WOKEN =
      Pattern.compile(".* pid=(\\d+) prio=.*|.*:(\\d+) \\[\\d+].*");

  private static final Pattern LINE = Pattern.compile("\\s*(\\d+\\.\\d+):\\s+(\\S+):\\s(.*)");

  /** From one moment to another. */
  record Period(long fromNanos, long toNanos) {
    long nanosWithin(long begin, long end) {
      return Math.max(0, Math.min(end, toNanos) - Math.max(begin, fromNanos));
    }
  }

  /** Work during a recording. */
  interface Work {
    void run() throws Exception;
  }

  /** Returns the reason why perf cannot record here; empty if it can. */
  static Optional<String> missing(Path folder) throws Exception {
    try {
      Path said = folder.resolve("try.txt");
      Process perf =
          new ProcessBuilder(record(1, folder.resolve("try.data"), "true"))
              .redirectErrorStream(true)
              .redirectOutput(said.toFile())
              .start();
      return perf.waitFor() == 0
          ? Optional.empty()
          : Optional.of("perf cannot record what the scheduler does: " + Files.readString(said));
    } catch (IOException e) {
      return Optional.of("there is no perf here: " + e.getMessage());
    }
  }

  private static List<String> record(long thread, Path into, String command) {
    return List.of(
        "perf",
        "record",
        "--all-cpus",
        "--clockid=CLOCK_MONOTONIC",
        "--event=" + SWITCH,
        "--filter=prev_pid == %1$d || next_pid == %1$d".formatted(thread),
        "--event=" + WAKEUP,
        "--filter=pid == " + thread,
        "--output=" + into,
        "--",
        "sh",
        "-c",
        command);
  }

  /**
   * Records during some work.
   *
   * @param thread the kernel's number of the thread
   */
  static PerfSched during(Work work, long thread, Path folder) throws Exception {
    Path data = folder.resolve("perf.data");
    Process perf =
        new ProcessBuilder(record(thread, data, "echo ready; read go"))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader said = perf.inputReader();
        Writer to = perf.outputWriter()) {
      // perf records before it starts the command.
      assertThat(said.readLine()).isEqualTo("ready");
      work.run();
      to.write("\n");
    }
    assertThat(perf.waitFor()).isZero();
    return read(data, thread, folder);
  }

  private static PerfSched read(Path data, long thread, Path folder) throws Exception {
    Path text = folder.resolve("perf.txt");
    Process perf =
        new ProcessBuilder("perf", "script", "--ns", "-F", "time,event,trace", "-i", "" + data)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .redirectOutput(text.toFile())
            .start();
    assertThat(perf.waitFor()).isZero();
    return of(Files.readAllLines(text, UTF_8), thread);
  }

  /** Parses the lines of {@code perf script} about a thread. */
  static PerfSched of(List<String> lines, long thread) {
    var waits = new ArrayList<Period>();
    var holes = new ArrayList<Period>();
    boolean runs = false;
    long sinceNanos = -1;
    long toldNanos = 0;
    for (String line : lines) {
      Matcher one = matching(LINE, line);
      long nanos = new BigDecimal(one.group(1)).movePointRight(9).longValueExact();
      if (one.group(2).equals(WAKEUP)) {
        if (number(matching(WOKEN, one.group(3)), 1, 2) == thread && !runs) {
          if (sinceNanos >= 0) {
            // A runnable thread cannot be woken, so events of a run and a sleep are lost.
            holes.add(new Period(sinceNanos, nanos));
          }
          sinceNanos = nanos;
        }
        continue;
      }
      Matcher change = matching(SWITCHED, one.group(3));
      boolean comes = number(change, 3, 6) == thread;
      if (!comes && number(change, 1, 4) != thread) {
        continue;
      }
      if (comes == runs || (comes && sinceNanos < 0 && toldNanos > 0)) {
        // Two starts, two ends, or a start without a wake-up show that an event is lost.
        holes.add(new Period(toldNanos, nanos));
      } else if (sinceNanos >= 0) {
        waits.add(new Period(sinceNanos, nanos));
      }
      runs = comes;
      sinceNanos = !comes && either(change, 2, 5).startsWith("R") ? nanos : -1;
      toldNanos = nanos;
    }
    return new PerfSched(waits, holes);
  }

  private static Matcher matching(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    assertThat(matcher.matches()).as(text).isTrue();
    return matcher;
  }

  private static String either(Matcher found, int one, int other) {
    String text = found.group(one);
    return text == null ? found.group(other) : text;
  }

  private static long number(Matcher found, int one, int other) {
    return Long.parseLong(either(found, one, other));
  }

  /** Returns the waits within a stint, and one before and after. */
  List<Period> around(Stint stint) {
    var found = new ArrayList<Period>();
    for (int i = 0; i < waits.size(); i++) {
      Period before = waits.get(Math.max(0, i - 1));
      Period after = waits.get(Math.min(waits.size() - 1, i + 1));
      if (after.toNanos > stint.fromNanos() && before.fromNanos < stint.toNanos()) {
        found.add(waits.get(i));
      }
    }
    return found;
  }

  /** True if no event of a time is known to be lost. */
  boolean isWhole(long fromNanos, long toNanos) {
    return holes.stream().allMatch(hole -> hole.nanosWithin(fromNanos, toNanos) == 0);
  }

  /** Returns the wait of the thread within a time. */
  long nanosWithin(long fromNanos, long toNanos) {
    return waits.stream().mapToLong(wait -> wait.nanosWithin(fromNanos, toNanos)).sum();
  }
}
