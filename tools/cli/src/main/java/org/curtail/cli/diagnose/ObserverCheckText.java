package org.curtail.cli.diagnose;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.curtail.benchkit.results.Observing.Check;
import org.curtail.benchkit.text.Columns;
import org.curtail.benchkit.text.Numbers;

/** How many of the observer's samples were impossible, in a table for a terminal. */
final class ObserverCheckText {
  private ObserverCheckText() {}

  static List<String> lines(List<Check> checks) {
    var rows = new ArrayList<List<String>>();
    rows.add(
        List.of(
            "looks per second",
            "seen",
            "intervals",
            "pass the filter",
            "within",
            "impossible per million",
            "after the filter"));
    for (Check check : checks) {
      rows.add(
          List.of(
              Numbers.significant(check.askedPerSecond()),
              Numbers.significant(check.seenPerSecond()),
              Numbers.count(check.intervals()),
              Numbers.percent(check.passRate()),
              Numbers.percent(check.epsilon()),
              perMillion(check.impossible(), check.intervals()),
              perMillion(check.impossibleKept(), check.intervals())));
    }
    return Stream.concat(
            Stream.of(
                "beside a thread that counts; a sample is impossible if it counted faster than it can"),
            Columns.aligned(rows).stream())
        .map(line -> "  " + line)
        .toList();
  }

  static String perMillion(int some, int all) {
    return all == 0 ? "-" : Numbers.count(Math.round(1e6 * some / all));
  }
}
