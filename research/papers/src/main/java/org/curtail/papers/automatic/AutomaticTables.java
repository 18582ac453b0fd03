package org.curtail.papers.automatic;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.curtail.benchkit.results.NumberTable;
import org.curtail.benchkit.results.NumberTable.Line;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;
import org.curtail.papers.automatic.AutomaticRuns.Measured;
import org.curtail.papers.automatic.DriftPoint.Detection;

/** The results as tables. */
final class AutomaticTables {
  private static final List<String> LEARNED =
      List.of("p99/best", "p99", "mean", "up to", "p95", "up to");

  private static final List<String> LEARNING =
      List.of("mean", "up to", "p95", "up to", "requests", "seconds", "plans", "fell back");

  private static final String LEARNED_NOTE =
      "Automatic over sequential in the second half of the requests; up to: the upper end of the 95 % interval. p99/best: over the best with hindsight, whose name stands behind the load.";

  private static final String LEARNING_NOTE =
      "Automatic over sequential in the first half of the requests. Requests and seconds: until its p99 was within 5 % of what it came to, beside the best. Plans made, and how often it fell back to the safe policy, in a run.";

  private AutomaticTables() {}

  static List<NumberTable> of(Measured measured) {
    var tables = new ArrayList<NumberTable>();
    for (String demand :
        measured.steady().stream().map(it -> it.point().demand()).distinct().toList()) {
      List<SteadyPoint> points =
          measured.steady().stream().filter(it -> it.point().demand().equals(demand)).toList();
      tables.add(
          new NumberTable(
              demand + ": what it has learned",
              LEARNED_NOTE,
              "steady load (best)",
              LEARNED,
              points.stream().map(it -> new Line(named(it), learned(it.comparison()))).toList()));
      tables.add(
          new NumberTable(
              demand + ": while it learns",
              LEARNING_NOTE,
              "steady load",
              LEARNING,
              points.stream()
                  .map(it -> new Line(it.place(), learning(it.comparison(), it)))
                  .toList()));
    }
    if (!measured.changing().isEmpty()) {
      tables.add(changing(measured.changing()));
    }
    if (!measured.drifts().isEmpty()) {
      tables.add(detections(measured.drifts()));
      tables.add(recoveries(measured.drifts()));
    }
    allAlarms(measured).ifPresent(all -> tables.add(alarms(measured, all)));
    return tables;
  }

  private static String named(SteadyPoint point) {
    return "%s (%s)".formatted(point.place(), point.comparison().best());
  }

  private static List<Double> learned(Comparison it) {
    return Stream.of(
            List.of(it.learnedToBest().p99().value(), it.learned().p99().value()),
            withTop(it.learned().mean()),
            withTop(it.learned().p95()))
        .flatMap(List::stream)
        .toList();
  }

  private static List<Double> learning(Comparison it, SteadyPoint point) {
    return Stream.of(
            withTop(it.whileLearning().mean()),
            withTop(it.whileLearning().p95()),
            List.of(
                (double) it.until().requests(),
                it.until().seconds(),
                point.plans(),
                point.fallBacks()))
        .flatMap(List::stream)
        .toList();
  }

  private static List<Double> withTop(Ratio ratio) {
    return List.of(ratio.value(), ratio.high());
  }

  private static NumberTable changing(List<ChangingPoint> points) {
    return new NumberTable(
        points.getFirst().demand() + ": loads that change",
        "The same in the second half of the requests; mean 1 and p95 1: over sequential in the first half, in which it learns. Requests and seconds as above.",
        "load (best that stays)",
        List.of("p99/best", "p99", "mean", "p95", "mean 1", "p95 1", "requests", "seconds"),
        points.stream()
            .map(it -> {
              Comparison comparison = it.comparison();
              return new Line(
                  "%s (%s)".formatted(it.place(), comparison.best()),
                  List.of(
                      comparison.learnedToBest().p99().value(),
                      comparison.learned().p99().value(),
                      comparison.learned().mean().value(),
                      comparison.learned().p95().value(),
                      comparison.whileLearning().mean().value(),
                      comparison.whileLearning().p95().value(),
                      (double) comparison.until().requests(),
                      comparison.until().seconds()));
            })
            .toList());
  }

  private static NumberTable detections(List<DriftPoint> points) {
    return new NumberTable(
        points.getFirst().demand() + ": changes noticed",
        "Share of the runs in which automatic noticed it, and after how many requests and seconds in the median of those; 0 if in none.",
        "change",
        List.of("noticed", "requests", "seconds"),
        points.stream()
            .filter(point -> point.kind() != DriftKind.NONE)
            .map(point ->
                new Line(
                    point.place(),
                    List.of(
                        (double) point.detections().stream().filter(Detection::isFound).count()
                            / point.detections().size(),
                        DriftClaims.median(
                            point.detections(), Comparator.comparingInt(Detection::requests), true),
                        DriftClaims.median(
                            point.detections(),
                            Comparator.comparingDouble(Detection::seconds),
                            false))))
            .toList());
  }

  private static NumberTable recoveries(List<DriftPoint> points) {
    var lines = new ArrayList<Line>();
    for (DriftPoint point : points) {
      point
          .outcomes()
          .forEach((name, outcome) ->
              lines.add(
                  new Line(
                      "%s: %s".formatted(point.kind().words(), name),
                      List.of(
                          outcome.toBest().mean().value(),
                          outcome.toBest().p95().value(),
                          outcome.toBest().p99().value(),
                          outcome.toSequential().mean().value(),
                          outcome.toSequential().p95().value(),
                          (double) outcome.recovered().requests(),
                          outcome.recovered().seconds()))));
    }
    return new NumberTable(
        points.getFirst().demand() + ": after a change",
        "Latencies from the change to the end over those of the best with hindsight after the change, and over those of sequential (seq). Requests and seconds: until p95 was within 5 % of what it came to, beside the best.",
        "who serves",
        List.of("mean/best", "p95/best", "p99/best", "mean/seq", "p95/seq", "requests", "seconds"),
        lines);
  }

  /** Returns the runs of unchanged services; empty if there are none. */
  static Optional<AlarmRate> allAlarms(Measured measured) {
    List<DriftPoint> unchanged =
        measured.drifts().stream().filter(it -> it.kind() == DriftKind.NONE).toList();
    int alarms =
        measured.steady().stream().mapToInt(SteadyPoint::falseAlarms).sum()
            + measured.changing().stream().mapToInt(ChangingPoint::falseAlarms).sum()
            + unchanged.stream().mapToInt(DriftPoint::falseAlarms).sum()
            + measured.unchanged().stream().mapToInt(UnchangedTraffic::alarms).sum();
    double days =
        measured.steady().stream().mapToDouble(SteadyPoint::days).sum()
            + measured.changing().stream().mapToDouble(ChangingPoint::days).sum()
            + unchanged.stream().mapToDouble(DriftPoint::daysBefore).sum()
            + measured.unchanged().stream().mapToDouble(UnchangedTraffic::days).sum();
    return days > 0 ? Optional.of(AlarmRate.of(alarms, days)) : Optional.empty();
  }

  private static NumberTable alarms(Measured measured, AlarmRate all) {
    var lines = new ArrayList<Line>();
    addAlarms(
        lines,
        "steady loads",
        measured.steady().stream().mapToInt(SteadyPoint::falseAlarms).sum(),
        measured.steady().stream().mapToDouble(SteadyPoint::days).sum());
    for (ChangingPoint point : measured.changing()) {
      addAlarms(lines, point.place(), point.falseAlarms(), point.days());
    }
    for (DriftPoint point : measured.drifts()) {
      if (point.kind() == DriftKind.NONE) {
        addAlarms(lines, point.place() + " changes", point.falseAlarms(), point.daysBefore());
      }
    }
    addAlarms(
        lines,
        "%s requests told without a simulation"
            .formatted(
                Numbers.count(
                    measured.unchanged().stream().mapToInt(UnchangedTraffic::requests).sum())),
        measured.unchanged().stream().mapToInt(UnchangedTraffic::alarms).sum(),
        measured.unchanged().stream().mapToDouble(UnchangedTraffic::days).sum());
    addAlarms(lines, "all", all.alarms(), all.days());
    return new NumberTable(
        "False alarms of services that do not change",
        "With the exact 95 % interval of their rate.",
        "runs",
        List.of("alarms", "days", "a day", "from", "to"),
        lines);
  }

  private static void addAlarms(List<Line> lines, String name, int alarms, double days) {
    if (days > 0) {
      AlarmRate rate = AlarmRate.of(alarms, days);
      lines.add(
          new Line(
              name,
              List.of(
                  (double) rate.alarms(), rate.days(), rate.perDay(), rate.low(), rate.high())));
    }
  }
}
