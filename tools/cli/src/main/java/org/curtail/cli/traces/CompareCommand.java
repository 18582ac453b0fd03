package org.curtail.cli.traces;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.curtail.benchkit.terminal.Misuse;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.text.Columns;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.traces.TraceSet;
import org.curtail.traces.Window;
import org.curtail.traces.compare.Comparison;
import org.curtail.traces.compare.ServiceChange;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code curtail traces compare}: which service changed between two windows. */
@Command(
    name = "compare",
    description = {
      "Says which services changed between two windows, before and after a fault or a release, and"
          + " tests of which stages the times did.",
      "A window is FROM/TO. A time with a unit counts from the start of the recording: 90s, 10min;"
          + " a bare number is a time as the input has it."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  curtail traces compare traces/ --before 0s/10min --after 10min/13min",
      "  curtail traces compare spans.jsonl \\",
      "      --before 2022-08-22T03:50:00Z/2022-08-22T03:53:00Z \\",
      "      --after 2022-08-22T03:53:00Z/2022-08-22T03:56:00Z --json"
    })
final class CompareCommand implements Callable<Integer> {
  private static final int SHOWN = 10;

  @Mixin private final InputOptions input = new InputOptions();

  @Option(
      names = "--before",
      paramLabel = "FROM/TO",
      description = "Requests as they should be: those that begin in this window.")
  private @Nullable String before;

  @Option(
      names = "--after",
      paramLabel = "FROM/TO",
      description = "Requests that may have changed: those that begin in this window.")
  private @Nullable String after;

  @Mixin final SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() throws JsonProcessingException {
    String first = required("--before", before);
    String second = required("--after", after);
    TraceSet recording = input.read(shared.console);
    Window one = WindowText.read("--before", first, recording);
    Window other = WindowText.read("--after", second, recording);
    require(recording, one, "--before", first);
    require(recording, other, "--after", second);
    Comparison comparison = Comparison.of(recording, one, other);
    if (shared.json) {
      shared.console.json(ComparisonJson.of(comparison));
    } else {
      lines(comparison).forEach(shared.console::result);
    }
    if (comparison.otherPairs() == 0) {
      shared.console.warn(
          "nothing was recorded at other times, so how much services usually change is taken from the"
              + " first window alone; give a longer recording");
    }
    return 0;
  }

  private static String required(String option, @Nullable String window) {
    if (window == null) {
      throw OptionRules.missing(option, "a window such as 0s/10min");
    }
    return window;
  }

  private static void require(TraceSet recording, Window window, String option, String text) {
    if (recording.in(window).isEmpty()) {
      throw new Misuse(
          "%s: expected a window in which requests begin, found none in %s; they begin from 0s to %ss since the start, from %d to %d %s as the input has it"
              .formatted(
                  option,
                  text,
                  Math.round((recording.lastStartNanos() - recording.startNanos()) / 1e9),
                  recording.unit().convert(recording.startNanos(), TimeUnit.NANOSECONDS),
                  recording.unit().convert(recording.lastStartNanos(), TimeUnit.NANOSECONDS),
                  recording.unit().name().toLowerCase(Locale.ROOT)));
    }
  }

  private static List<String> lines(Comparison comparison) {
    var lines = new ArrayList<String>();
    lines.add(
        "Before: %s requests, mean %s; after: %s requests, mean %s"
            .formatted(
                Numbers.count(comparison.before()),
                Numbers.time(comparison.beforeMillis()),
                Numbers.count(comparison.after()),
                Numbers.time(comparison.afterMillis())));
    lines.add("");
    var rows = new ArrayList<List<String>>();
    rows.add(
        List.of(
            "service", "explains ms", "more ms per request", "usually", "+-", "answers otherwise"));
    for (ServiceChange service : comparison.services().stream().limit(SHOWN).toList()) {
      rows.add(
          List.of(
              service.name(),
              Numbers.significant(service.explainedMillis()),
              Numbers.significant(service.timeMillis()),
              Numbers.significant(service.usualMillis()),
              Numbers.significant(service.deviationMillis()),
              Numbers.percent(service.changedShare())));
    }
    lines.addAll(Columns.aligned(rows));
    lines.add("");
    ServiceChange worst = comparison.services().getFirst();
    lines.add(
        worst.explainedMillis() > 0
            ? "Look at %s first.".formatted(worst.name())
            : "No service changed more than it does at other times.");
    lines.add("");
    lines.addAll(StageChangeText.lines(comparison.stages()));
    return lines;
  }
}
