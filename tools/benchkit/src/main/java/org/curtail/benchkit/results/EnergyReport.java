package org.curtail.benchkit.results;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.curtail.benchkit.results.EnergyResults.Line;
import org.curtail.benchkit.results.EnergyResults.Load;
import org.curtail.benchkit.results.EnergyResults.Threshold;
import org.curtail.benchkit.results.PaperFigure.Curve;
import org.curtail.benchkit.results.PaperFigure.Panel;
import org.curtail.benchkit.results.PaperFigure.Point;
import org.curtail.benchkit.text.Numbers;
import org.jspecify.annotations.Nullable;

/** Energy results on a page: a verdict, figures and tables. */
final class EnergyReport {
  private static final String ONE_SCHEDULE = "limit, one schedule for all";
  private static final String CLAIRVOYANT = "limit, clairvoyant";

  /** Top of the diagram, in targets; greater tails are cut off. */
  private static final double TOP = 1.5;

  /** Right end of a picture of ages, as a factor of the last change. */
  private static final double BEYOND_LAST = 1.15;

  private final EnergyResults energy;

  private EnergyReport(EnergyResults energy) {
    this.energy = energy;
  }

  static Results of(EnergyResults energy) {
    var report = new EnergyReport(energy);
    return new Results(
            EnergyResults.KIND,
            energy.seed(),
            energy.cores(),
            energy.command(),
            report.settings(),
            report.verdict())
        .with()
        .figures(report.figures())
        .tables(report.tables())
        .results();
  }

  private Map<String, Object> settings() {
    var settings = new LinkedHashMap<String, Object>();
    settings.put("machine", energy.machine());
    settings.put(
        "target",
        "%s of at most %s"
            .formatted(Numbers.percentile(energy.percentile()), Numbers.time(energy.targetMs())));
    settings.put("requests in each trace", energy.requests());
    settings.put("traces at each load", energy.repeats());
    settings.put("prediction error of adrenaline, log", energy.predictionLogError());
    if (!energy.notes().isEmpty()) {
      settings.put("notes", energy.notes());
    }
    return settings;
  }

  private Verdict verdict() {
    var details = new ArrayList<String>();
    for (Load load : energy.loads()) {
      if (energy.loads().size() > 1) {
        details.add(
            "At a load of %s: %s"
                .formatted(Numbers.percent(load.load()), EnergyWords.headline(energy, load)));
      }
      setAt(load).ifPresent(line -> details.add(EnergyWords.toSet(line)));
    }
    details.add(
        "A simulation with one thread for each request. Energies are compared at the same tail: a policy that misses the target can draw less.");
    return new Verdict(headline(), details);
  }

  private String headline() {
    if (energy.loads().size() == 1) {
      return EnergyWords.headline(energy, energy.loads().getFirst());
    }
    List<String> best =
        energy.loads().stream()
            .map(load -> load.bestLine().map(Line::policy).orElse("none"))
            .distinct()
            .toList();
    return best.size() == 1 && !best.contains("none")
        ? "At every load %s draws least of the policies that meet the target."
            .formatted(best.getFirst())
        : "The policy that draws least and meets the target depends on the load.";
  }

  /** Returns the best policy with thresholds. */
  private static Optional<Line> setAt(Load load) {
    return load.policies().stream()
        .filter(line -> line.thresholds() != null && line.meetsTarget())
        .findFirst();
  }

  private List<PaperFigure> figures() {
    var all = new ArrayList<PaperFigure>();
    if (energy.loads().size() > 1) {
      all.add(
          new PaperFigure(
              "Energy and tail against load",
              "Energies only where the target is met; the target is %s"
                  .formatted(Numbers.time(energy.targetMs())),
              List.of(energies(), tails())));
    }
    List<Curve> ages =
        energy.loads().stream()
            .flatMap(load -> setAt(load).stream().map(it -> ages(load, it)))
            .toList();
    if (!ages.isEmpty()) {
      all.add(
          new PaperFigure(
              "Speed over a request's age",
              "Slow to fast: how fast a request runs at which age, waiting included, if there is room. 1 is the fastest core",
              List.of(Panel.of("Speed", "age of a request, ms", "speed", ages))));
    }
    return all;
  }

  private Panel energies() {
    return Panel.of(
        "Energy for a request",
        "load, %",
        "mJ/request",
        Stream.concat(
                curves(line -> line.meetsTarget() ? 1e3 * line.joulesPerRequest() : null),
                Stream.of(
                    limit(ONE_SCHEDULE, Load::oneScheduleJoules),
                    limit(CLAIRVOYANT, Load::clairvoyantJoules)))
            .filter(curve -> !curve.points().isEmpty())
            .toList());
  }

  private Panel tails() {
    return Panel.of(
            "Tail",
            "load, %",
            Numbers.percentile(energy.percentile()) + ", ms",
            curves(Line::tailMs).filter(curve -> !curve.points().isEmpty()).toList())
        .upTo(TOP * energy.targetMs());
  }

  private Stream<Curve> curves(Function<Line, @Nullable Double> number) {
    return energy.loads().getFirst().policies().stream()
        .map(Line::policy)
        .map(policy ->
            new Curve(
                policy,
                false,
                energy.loads().stream()
                    .flatMap(load ->
                        load.policies().stream()
                            .filter(line -> line.policy().equals(policy))
                            .flatMap(line -> point(load, number.apply(line)).stream()))
                    .toList()));
  }

  private Curve limit(String name, Function<Load, @Nullable Double> joules) {
    return new Curve(
        name,
        name.equals(CLAIRVOYANT),
        energy.loads().stream()
            .flatMap(load -> {
              Double found = joules.apply(load);
              return point(load, found == null ? null : Double.valueOf(1e3 * found)).stream();
            })
            .toList());
  }

  private static Optional<Point> point(Load load, @Nullable Double y) {
    return Optional.ofNullable(y).map(it -> new Point(100 * load.load(), it, it, it));
  }

  /** Returns a step curve: the speed of a class after its threshold. */
  private Curve ages(Load load, Line line) {
    List<Threshold> thresholds = Optional.ofNullable(line.thresholds()).orElse(List.of());
    double lastMs = thresholds.isEmpty() ? 0 : thresholds.getLast().ageMs();
    var points = new ArrayList<Point>();
    double speed = energy.speeds().isEmpty() ? 1 : energy.speeds().getFirst().speed();
    add(points, 0, speed);
    for (Threshold threshold : thresholds) {
      add(points, threshold.ageMs(), speed);
      speed = speed(threshold.speedClass());
      add(points, threshold.ageMs(), speed);
    }
    add(points, Math.max(energy.targetMs(), BEYOND_LAST * lastMs), speed);
    return new Curve("load " + Numbers.percent(load.load()), false, points);
  }

  private static void add(List<Point> points, double ageMs, double speed) {
    if (!points.isEmpty() && ageMs == 0) {
      // A request that leaves a class at once does not use it.
      points.removeLast();
    }
    points.add(new Point(ageMs, speed, speed, speed));
  }

  private double speed(String speedClass) {
    return energy.speeds().stream()
        .filter(one -> one.speedClass().equals(speedClass))
        .mapToDouble(EnergyResults.Speed::speed)
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "a threshold is for %s, which is not among the speeds".formatted(speedClass)));
  }

  private List<NumberTable> tables() {
    var all = new ArrayList<NumberTable>();
    for (Load load : energy.loads()) {
      all.add(energyTable(load));
      all.add(tailTable(load));
    }
    all.add(
        new NumberTable(
            "What each policy carries",
            "The greatest load with a %s of at most %s, whatever it draws; at a load of 100 %% all cores work at their fastest."
                .formatted(
                    Numbers.percentile(energy.percentile()), Numbers.time(energy.targetMs())),
            "policy",
            List.of("load, %", "requests/s"),
            energy.capacities().stream()
                .map(one ->
                    new NumberTable.Line(one.policy(), List.of(100 * one.load(), one.perSecond())))
                .toList()));
    return all;
  }

  /** Returns a table of policies, followed by the limits. */
  private static NumberTable energyTable(Load load) {
    double allFast = load.policies().getFirst().joulesPerRequest();
    Double clairvoyant = load.clairvoyantJoules();
    double least = clairvoyant == null ? allFast : clairvoyant;
    var lines = new ArrayList<NumberTable.Line>();
    for (Line line : load.policies()) {
      lines.add(
          line(
              line.meetsTarget() ? line.policy() : line.policy() + " (misses the target)",
              line.joulesPerRequest(),
              allFast,
              least));
    }
    Double oneSchedule = load.oneScheduleJoules();
    if (oneSchedule != null) {
      lines.add(line(ONE_SCHEDULE, oneSchedule, allFast, least));
    }
    if (clairvoyant != null) {
      lines.add(line(CLAIRVOYANT, clairvoyant, allFast, least));
    }
    return new NumberTable(
        "Energy for a request at a load of " + Numbers.percent(load.load()),
        "Energy of all cores, idle ones included. No policy that meets the target draws less than the last line.",
        "policy",
        List.of("mJ/request", "of all-fast, %", "of the least, %"),
        lines);
  }

  private static NumberTable.Line line(String name, double joules, double allFast, double least) {
    return new NumberTable.Line(
        name, List.of(1e3 * joules, 100 * joules / allFast, 100 * joules / least));
  }

  private NumberTable tailTable(Load load) {
    return new NumberTable(
        "Tail and power at a load of " + Numbers.percent(load.load()),
        "%s requests/s".formatted(Numbers.significant(load.perSecond())),
        "policy",
        List.of(Numbers.percentile(energy.percentile()) + ", ms", "of the target, %", "watts"),
        load.policies().stream()
            .map(line ->
                new NumberTable.Line(
                    line.policy(),
                    List.of(line.tailMs(), 100 * line.tailMs() / energy.targetMs(), line.watts())))
            .toList());
  }
}
