package org.curtail.cli.bench.replicas;

import java.util.stream.DoubleStream;
import org.curtail.benchkit.latencylog.LatencyLog;
import org.curtail.benchkit.latencylog.LogSummary;
import org.curtail.benchkit.replicas.RecordedTimes;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.Misuse;
import org.curtail.cli.latencylog.LogOptions;

/** The times of a log, for which replicas are to hold requests. */
final class LoggedTimes {
  private LoggedTimes() {}

  /**
   * Reads them, and says what was read.
   *
   * @throws Misuse if there is no log, it is not what it should be, or all its times are 0
   */
  static RecordedTimes read(LogOptions log, Console console) {
    var first = DoubleStream.builder();
    var second = DoubleStream.builder();
    var weights = DoubleStream.builder();
    LogSummary summary =
        LatencyLog.read(
            log.required(),
            log.columns(),
            (firstMillis, secondMillis, weight) -> {
              first.add(firstMillis);
              second.add(secondMillis);
              weights.add(weight);
            });
    console.say("bench: %s: %s".formatted(log.required(), summary.line()));
    summary.remarks().forEach(console::warn);
    try {
      return RecordedTimes.of(
          first.build().toArray(), second.build().toArray(), weights.build().toArray());
    } catch (IllegalArgumentException e) {
      throw new Misuse("%s: %s".formatted(log.required(), e.getMessage()), e);
    }
  }
}
