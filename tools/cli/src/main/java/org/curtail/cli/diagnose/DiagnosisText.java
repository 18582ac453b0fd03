package org.curtail.cli.diagnose;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.curtail.benchkit.results.Diagnosed;
import org.curtail.benchkit.results.Diagnosed.Advised;
import org.curtail.benchkit.results.Diagnosed.SlowRequest;
import org.curtail.benchkit.results.Diagnosed.Span;
import org.curtail.benchkit.results.Injected;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.NumberTable;
import org.curtail.benchkit.results.Observing;
import org.curtail.benchkit.results.Observing.Check;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;

/** A diagnosis on a terminal. */
final class DiagnosisText {
  private static final int LINE_WIDTH = 60;

  /** Smallest share of a percentile's latency worth a column. */
  private static final double LEAST_SHARE = 0.005;

  /** Letters of the causes, in the order of causes. */
  private static final String LETTERS = "nahrwgsbfxi.";

  private final Results results;
  private final Diagnosed diagnosed;
  private final List<String> lines = new ArrayList<>();

  private DiagnosisText(Results results) {
    this.results = results;
    diagnosed = requireNonNull(results.diagnosis());
  }

  static List<String> lines(Results results) {
    return new DiagnosisText(results).all();
  }

  private List<String> all() {
    Interruption interrupted = results.interrupted();
    if (interrupted != null) {
      lines.add(interrupted.inWords());
    }
    percentiles();
    slowest();
    results.tables().forEach(this::table);
    advice();
    Injected injected = diagnosed.injected();
    if (injected != null) {
      lines.add("");
      lines.addAll(injectedLines(injected));
    }
    observing();
    lines.add("");
    lines.add(results.verdict().headline());
    lines.addAll(results.verdict().details());
    return lines;
  }

  private void percentiles() {
    lines.addAll(diagnosed.percentilesTable(LEAST_SHARE).lines());
    lines.add(
        "main causes of the slowest: "
            + (diagnosed.mainCauses().isEmpty()
                ? "none stands out from the usual variation"
                : String.join(
                    ", ",
                    diagnosed.mainCauses().stream()
                        .map(count -> "%s %,d".formatted(count.name(), count.count()))
                        .toList())));
  }

  private void slowest() {
    if (diagnosed.slowest().isEmpty()) {
      return;
    }
    lines.add("");
    lines.add("the slowest requests, from the intended send to the answer");
    double longestMs = diagnosed.slowest().getFirst().latencyMs();
    for (SlowRequest request : diagnosed.slowest()) {
      lines.add(
          "%9s ms  %-12s  %s"
              .formatted(Numbers.measured(request.latencyMs()), request.what(), causes(request)));
      lines.add("  " + timeLine(request, longestMs, LINE_WIDTH));
    }
    lines.add("  " + timeLineKey(diagnosed.causes(), diagnosed.slowest()));
  }

  private static String causes(SlowRequest request) {
    if (request.main() == null) {
      return "like similar requests";
    }
    return request.main()
        + (request.second() == null ? "" : ", then " + request.second())
        + (request.sure() ? "" : " (not sure)");
  }

  private void table(NumberTable table) {
    lines.add("");
    lines.add(table.title());
    lines.addAll(table.table().lines());
  }

  private void advice() {
    if (diagnosed.advice().isEmpty()) {
      return;
    }
    lines.add("");
    lines.add("what to do, by excess time of the slowest");
    for (Advised advised : diagnosed.advice()) {
      Double gain = advised.gain();
      lines.add(
          "  %s, %s: %s"
              .formatted(advised.cause(), Numbers.percent(advised.share()), advised.what()));
      lines.add(
          "    %s%s"
              .formatted(
                  advised.how(),
                  gain == null ? "" : ", %s times shorter".formatted(Numbers.ratio(gain))));
    }
  }

  private void observing() {
    List<String> missing = DiagnosisResults.missing(diagnosed);
    Observing observing = diagnosed.observing();
    if (observing == null && missing.isEmpty()) {
      return;
    }
    lines.add("");
    lines.add("how it was observed");
    missing.forEach(line -> lines.add("  " + line));
    if (observing == null) {
      return;
    }
    Observing.Looks looks = observing.observer();
    if (looks != null) {
      lines.add("  " + sentence(looks));
    }
    if (!observing.checks().isEmpty()) {
      lines.addAll(observerLines(observing.checks()));
    }
    Observing.Faults faults = observing.faults();
    if (faults != null) {
      lines.add("  " + sentence(faults));
    }
    Observing.Cost cost = observing.cost();
    if (cost != null) {
      lines.add(
          "  cost, beside %,d blocks without: CPU time %s, median %s, p99 %s"
              .formatted(
                  cost.blocks(), ratio(cost.cpu()), ratio(cost.median()), ratio(cost.p99())));
    }
  }

  static String sentence(Observing.Looks looks) {
    Double cpuShare = looks.cpuShare();
    Double processShare = looks.processShare();
    Double passRate = looks.passRate();
    Double epsilon = looks.epsilon();
    Double asked = looks.askedPerSecond();
    return "the observer looked %s times per second (%s), %s each%s%s; %s%s"
        .formatted(
            Numbers.significant(looks.seenPerSecond()),
            asked == null || looks.chosenPerSecond() < asked
                ? Numbers.significant(looks.chosenPerSecond()) + " is what the machine carries"
                : Numbers.significant(asked) + " were asked for",
            Numbers.time(looks.lookNanos() / 1e6),
            cpuShare == null ? "" : ", and took %s of a core".formatted(Numbers.percent(cpuShare)),
            processShare == null
                ? ""
                : " (%s of the CPU time of the process)".formatted(Numbers.percent(processShare)),
            passRate == null || epsilon == null
                ? "no interval could be checked"
                : "%s of the intervals agree within %s"
                    .formatted(Numbers.percent(passRate), Numbers.percent(epsilon)),
            looks.gaps() == 0 ? "" : ", beside %,d gaps".formatted(looks.gaps()));
  }

  static String sentence(Observing.Faults faults) {
    return "a page fault takes %s of CPU time here, one from a disk %s beside the wait for it"
        .formatted(
            Numbers.time(faults.minorMicros() / 1e3), Numbers.time(faults.majorMicros() / 1e3));
  }

  private static String ratio(Ratio ratio) {
    return "%.2f times (%.2f to %.2f)".formatted(ratio.value(), ratio.low(), ratio.high());
  }

  /** The observer's impossible samples, in a table for a terminal. */
  static List<String> observerLines(List<Check> checks) {
    return Stream.concat(
            Stream.of(
                "beside a thread that counts; a sample is impossible if its count exceeds the thread's speed"),
            Observing.checksTable(checks).lines().stream())
        .map(line -> "  " + line)
        .toList();
  }

  /**
   * The meaning of each letter, for causes that occur in these requests.
   *
   * <p>Time lines show requests in letters, one for each cause. If a thread served a part, the
   * amount of each cause in this part is known, but not its time. So the causes are in their usual
   * order there.
   */
  static String timeLineKey(List<String> causes, List<SlowRequest> requests) {
    List<String> shown =
        IntStream.range(0, causes.size())
            .filter(cause ->
                requests.stream()
                    .flatMap(request -> request.spans().stream())
                    .anyMatch(span -> span.ms().get(cause) > 0))
            .mapToObj(cause -> "%s %s".formatted(LETTERS.charAt(cause), causes.get(cause)))
            .toList();
    return String.join(", ", shown);
  }

  /**
   * A time line.
   *
   * @param longestMs time for the whole width
   * @param width width in letters
   */
  static String timeLine(SlowRequest request, double longestMs, int width) {
    List<Stretch> stretches = stretches(request);
    int cells = Math.clamp(Math.round(width * request.latencyMs() / longestMs), 1, width);
    var line = new StringBuilder();
    for (int cell = 0; cell < cells; cell++) {
      line.append(letter(stretches, (cell + 0.5) / cells * request.latencyMs()));
    }
    return line.toString();
  }

  private record Stretch(double toMs, char letter) {}

  private static List<Stretch> stretches(SlowRequest request) {
    var stretches = new ArrayList<Stretch>();
    for (Span span : request.spans()) {
      double atMs = span.fromMs();
      for (int cause = 0; cause < span.ms().size(); cause++) {
        atMs += span.ms().get(cause);
        if (span.ms().get(cause) > 0) {
          stretches.add(new Stretch(atMs, LETTERS.charAt(cause)));
        }
      }
    }
    return stretches;
  }

  private static char letter(List<Stretch> stretches, double atMs) {
    for (Stretch stretch : stretches) {
      if (atMs <= stretch.toMs()) {
        return stretch.letter();
      }
    }
    return LETTERS.charAt(LETTERS.length() - 1);
  }

  /** Scores of injected causes, in tables for a terminal. */
  private static List<String> injectedLines(Injected injected) {
    var lines = new ArrayList<String>();
    lines.add(
        "injected causes; slow is a request of %s or more, as the slowest twentieth of the %,d untouched ones"
            .formatted(Numbers.time(injected.slowFromMs()), injected.untouched()));
    lines.addAll(injected.kindsTable().lines());
    injected.kinds().stream().flatMap(kind -> kind.weakInWords().stream()).forEach(lines::add);
    lines.add("");
    lines.add("slow requests by injected cause (rows) and named cause (columns)");
    lines.addAll(injected.matrixTable().lines());
    return lines;
  }
}
