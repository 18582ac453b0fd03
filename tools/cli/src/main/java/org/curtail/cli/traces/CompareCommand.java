package org.curtail.cli.traces;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Output;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.traces.TraceSet;
import org.curtail.traces.Window;
import org.curtail.traces.compare.Comparison;
import org.curtail.traces.compare.ServiceChange;
import org.curtail.traces.compare.StageChange;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code curtail traces compare}: the service that changed between two windows. */
@Command(
    name = "compare",
    description = {
      "Names the services that changed between two windows, before and after a fault or a release, and tests the stages' times for changes.",
      "A window is FROM/TO. A time with a unit counts from the start of the recording: 90s, 10min; a bare number is a time in the input's unit."
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

  private static final Pattern NUMBER =
      Pattern.compile("([+-]?\\d+(?:\\.\\d+)?)\\s*(ns|us|ms|s|sec|min|m|h)?");

  private static final Map<String, Double> NANOS =
      Map.of(
          "ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9, "sec", 1e9, "m", 60e9, "min", 60e9, "h",
          3600e9);

  /** Smallest probability shown; smaller ones have the same meaning. */
  private static final double LEAST_SHOWN = 1e-6;

  @Mixin private final InputOptions input = new InputOptions();

  @Option(
      names = "--before",
      paramLabel = "FROM/TO",
      description = "Reference: requests that begin in this window.")
  private @Nullable String before;

  @Option(
      names = "--after",
      paramLabel = "FROM/TO",
      description = "Requests to compare: those that begin in this window.")
  private @Nullable String after;

  @Mixin final SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() throws JsonProcessingException {
    String first = required("--before", before);
    String second = required("--after", after);
    TraceSet recording = input.read(shared.console);
    Window one = readWindow("--before", first, recording);
    Window other = readWindow("--after", second, recording);
    require(recording, one, "--before", first);
    require(recording, other, "--after", second);
    Comparison comparison = Comparison.of(recording, one, other);
    shared.show(output(comparison));
    if (comparison.otherPairs() == 0) {
      shared.console.warn(
          "nothing was recorded at other times, so the usual change of services is estimated from the first window alone; give a longer recording");
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
      throw new UsageError(
          "%s: expected a window in which requests begin, found none in %s; they begin from 0s to %ss since the start, from %d to %d %s in the input"
              .formatted(
                  option,
                  text,
                  Math.round((recording.lastStartNanos() - recording.startNanos()) / 1e9),
                  recording.unit().convert(recording.startNanos(), TimeUnit.NANOSECONDS),
                  recording.unit().convert(recording.lastStartNanos(), TimeUnit.NANOSECONDS),
                  recording.unit().name().toLowerCase(Locale.ROOT)));
    }
  }

  private static Output output(Comparison comparison) {
    Table<ServiceChange> services =
        Table.of(comparison.services())
            .add("service", "name", Unit.NAME, ServiceChange::name)
            .field("rank", ServiceChange::rank)
            .add("explains ms", "explainedMs", Unit.NUMBER, ServiceChange::explainedMillis)
            .show("more ms per request", Unit.NUMBER, ServiceChange::timeMillis)
            .show("usually", Unit.NUMBER, ServiceChange::usualMillis)
            .show("+-", Unit.NUMBER, ServiceChange::deviationMillis)
            .show("answers otherwise", Unit.PERCENT, ServiceChange::changedShare);
    ServiceChange worst = comparison.services().getFirst();
    var output =
        new Output()
            .field("services", services.records())
            .line(
                "Before: %s requests, mean %s; after: %s requests, mean %s"
                    .formatted(
                        Numbers.count(comparison.before()),
                        Numbers.time(comparison.beforeMillis()),
                        Numbers.count(comparison.after()),
                        Numbers.time(comparison.afterMillis())))
            .gap()
            .table(services.first(SHOWN))
            .gap()
            .line(
                worst.explainedMillis() > 0
                    ? "Look at %s first.".formatted(worst.name())
                    : "No service changed more than at other times.")
            .gap();
    addStages(output, comparison.stages());
    return output;
  }

  /**
   * Parses a window {@code FROM/TO}. A bare number is a time in the input's unit. A number with a
   * unit counts from the start of the recording. 2022-08-22T03:53:54Z is a time of day.
   *
   * @param option option with this text, for messages
   * @throws UsageError if the text is no window, or the window ends before its begin
   */
  private static Window readWindow(String option, String text, TraceSet recording) {
    String[] ends = text.split("/", -1);
    if (ends.length != 2) {
      throw new UsageError(
          "%s: expected FROM/TO, as in 0s/10min, found '%s'"
              .formatted(option, Abbreviated.of(text)));
    }
    long from = momentOf(option, ends[0].strip(), recording);
    long to = momentOf(option, ends[1].strip(), recording);
    if (to <= from) {
      throw new UsageError(
          "%s: expected a window that ends after it begins, found '%s'"
              .formatted(option, Abbreviated.of(text)));
    }
    return new Window(from, to);
  }

  private static long momentOf(String option, String text, TraceSet recording) {
    Matcher number = NUMBER.matcher(text.toLowerCase(Locale.ROOT));
    if (number.matches()) {
      return number.group(2) == null
          ? asInput(option, number.group(1), recording.unit())
          : recording.startNanos()
              + Math.round(Double.parseDouble(number.group(1)) * nanosOf(number.group(2)));
    }
    try {
      Instant instant = Instant.parse(text);
      return Math.addExact(
          Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
    } catch (DateTimeException | ArithmeticException e) {
      throw unexpected(option, text);
    }
  }

  private static double nanosOf(String unit) {
    return NANOS.getOrDefault(unit, 1.0);
  }

  private static long asInput(String option, String number, TimeUnit unit) {
    try {
      return number.indexOf('.') < 0
          ? Math.multiplyExact(Long.parseLong(number), unit.toNanos(1))
          : Math.round(Double.parseDouble(number) * unit.toNanos(1));
    } catch (NumberFormatException | ArithmeticException e) {
      throw unexpected(option, number);
    }
  }

  private static UsageError unexpected(String option, String text) {
    return new UsageError(
        "%s: expected a time in the input's unit, one since its start such as 90s or 10min, or one such as 2022-08-22T03:53:54Z; found '%s'"
            .formatted(option, Abbreviated.of(text)));
  }

  /** The changed times of a stage: all, the slowest 5 %, both or none. */
  static String changed(StageChange stage) {
    if (stage.isChanged()) {
      return stage.isTailChanged() ? "both" : "times";
    }
    return stage.isTailChanged() ? "slowest" : "none";
  }

  /** Adds the stages to a result. */
  static void addStages(Output output, List<StageChange> stages) {
    Table<StageChange> all =
        Table.of(stages)
            .field("service", StageChange::service)
            .field("operation", StageChange::operation)
            .show("stage", Unit.NAME, stage -> stage.service() + " " + stage.operation())
            .field("requestsBefore", StageChange::before)
            .field("requestsAfter", StageChange::after)
            .add("p50 ms", "p50BeforeMs", Unit.NUMBER, StageChange::beforeMedianMillis)
            .add("then", "p50AfterMs", Unit.NUMBER, StageChange::afterMedianMillis)
            .add("p95 ms", "p95BeforeMs", Unit.NUMBER, StageChange::beforeTailMillis)
            .add("then", "p95AfterMs", Unit.NUMBER, StageChange::afterTailMillis)
            .add("more ms per request", "moreMs", Unit.NUMBER, StageChange::moreMillis)
            .field("longerShare", StageChange::longerShare)
            .field("timesP", StageChange::timesP)
            .field("tailP", StageChange::tailP)
            .field("timesAdjustedP", StageChange::adjustedTimesP)
            .field("tailAdjustedP", StageChange::adjustedTailP)
            .add("changed", "changed", Unit.WORDS, CompareCommand::changed)
            .show("p", Unit.TEXT, stage -> chance(stage.adjustedP()));
    long changed = stages.stream().filter(StageChange::isAnyChanged).count();
    output
        .field("stages", all.records())
        .line(
            "Times changed in %d of %d stages (rank-sum test, and one of the slowest 5 %%; Holm's correction; at most 1 in 20 such lists has a stage too many, if requests do not depend on each other)%s"
                .formatted(changed, stages.size(), changed == 0 ? "." : ":"));
    if (changed > 0) {
      output.table(all.only(StageChange::isAnyChanged).first(SHOWN));
    }
    if (changed > SHOWN) {
      output.line("and %d more".formatted(changed - SHOWN));
    }
  }

  private static String chance(double p) {
    return p < LEAST_SHOWN ? "< 0.000001" : Numbers.significant(p);
  }
}
