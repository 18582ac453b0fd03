package org.curtail.benchkit.results;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.benchkit.stats.Ratio;
import org.jspecify.annotations.Nullable;

/** Results that look like real ones. The numbers are made up. */
public final class SampleResults {
  private SampleResults() {}

  /** Five policies at three loads on two cores, as {@code bench} writes them. */
  public static Results twoCores() {
    List<Run> runs = new ArrayList<>();
    for (double load : new double[] {0.3, 0.5, 0.7}) {
      double crowd = 1 / (1 - load);
      runs.add(SampleRuns.run("sequential", load, 8 * crowd, 84 + 34 * crowd, List.of(1.0)));
      runs.add(
          SampleRuns.run(
              "lucene-2", load, 6.4 * crowd * crowd / 1.4, 50 + 40 * crowd, List.of(0.0, 1.0)));
      runs.add(
          SampleRuns.run(
              "fixed-2", load, 6.2 * crowd * crowd / 1.5, 46 + 41 * crowd, List.of(0.0, 1.0)));
      runs.add(SampleRuns.run("adaptive", load, 6.5 * crowd, 52 + 33 * crowd, List.of(0.35, 0.65)));
      runs.add(
          SampleRuns.run("few-to-many", load, 6.1 * crowd, 45 + 30 * crowd, List.of(0.82, 0.18)));
    }
    return new Results(
        "bench",
        1,
        2,
        "./curtail bench --index wiki --queries wiki.tasks --policies sequential,lucene-2,fixed-2,adaptive,few-to-many --load 0.3,0.5,0.7 --requests 12000 --repeats 40 --out results",
        settings(),
        Demand.of(profile(2)),
        new IntervalTable(
            2,
            3,
            2,
            99,
            1,
            List.of(1, 2),
            List.of(
                new IntervalTable.Row(1, List.of(0.0, 0.0), 63, 6.1, 1.7, 62, true),
                new IntervalTable.Row(2, List.of(0.0, 9.0), 71, 7.2, 2.3),
                new IntervalTable.Row(3, List.of(0.0, 24.0), 80, 8.8, 2.9),
                new IntervalTable.Row(4, List.of(6.0, 38.0), 95, 10.4, 3.0)),
            4),
        noise(),
        runs,
        new Verdict(
            "At 70 % load few-to-many lowers the 99th percentile by 27 % against sequential",
            List.of(
                "At 30 % and 50 % load the 99th percentile falls by 34 % and 31 %; the mean by 28 to 35 %.",
                "Against adaptive no difference is shown at 30 % load.",
                "All answers that were compared are the same as plain Lucene's.")));
  }

  /** Seven policies on fifteen cores with a table like the Few-to-Many paper's Table 2. */
  public static Results fifteenCores() {
    List<Run> runs = new ArrayList<>();
    for (double load : new double[] {0.5, 0.6, 0.7, 0.8, 0.9}) {
      double crowd = 0.6 + 0.4 / (1 - load);
      runs.add(SampleRuns.run("sequential", load, 180 + 9 * crowd, 900 + 20 * crowd, List.of(1.0)));
      runs.add(
          SampleRuns.run("fixed-2", load, 100 + 30 * crowd, 480 + 50 * crowd, List.of(0.0, 1.0)));
      runs.add(
          SampleRuns.run(
              "fixed-4", load, 70 + 60 * crowd, 250 + 180 * crowd, List.of(0.0, 0.0, 0.0, 1.0)));
      runs.add(
          SampleRuns.run(
              "adaptive", load, 80 + 28 * crowd, 330 + 66 * crowd, List.of(0.1, 0.3, 0.2, 0.4)));
      runs.add(
          SampleRuns.run(
              "clairvoyant-200",
              load,
              95 + 22 * crowd,
              300 + 60 * crowd,
              List.of(0.5, 0.0, 0.0, 0.5)));
      runs.add(
          SampleRuns.run(
              "few-to-many",
              load,
              75 + 19 * crowd,
              240 + 42 * crowd,
              List.of(0.3, 0.22, 0.18, 0.3)));
      runs.add(
          SampleRuns.run(
              "few-to-many-published",
              load,
              76 + 20 * crowd,
              246 + 43 * crowd,
              List.of(0.28, 0.22, 0.2, 0.3)));
    }
    return new Results(
        "simulate",
        42,
        15,
        "./curtail simulate --profile profile.json --cores 15 --seed 42 --out results.json",
        Map.of("profile", "profile.json"),
        Demand.of(profile(6)),
        publishedTable(),
        noise(),
        runs,
        new Verdict(
            "No policy is shown to beat few-to-many at any load", List.of("Simulated, 15 cores.")));
  }

  /** The smallest result: one run, nothing optional, all times zero. */
  public static Results bare() {
    var run =
        new Run(
            "sequential",
            0.5,
            1,
            0,
            0,
            new Latency(0, 0, 0, 0, 0, 0, 0, List.of(0.0, 0.0)),
            null,
            new Degrees(0, 0, 0, List.of()),
            0,
            0,
            Checks.NONE,
            Lateness.NONE,
            0,
            List.of(),
            List.of(),
            null);
    return new Results(
        "bench",
        1,
        1,
        "./curtail bench",
        Map.of(),
        null,
        null,
        new Noise(0, 0, 0, 0, 0, -1, 0, 0, 0, 0),
        List.of(run),
        new Verdict("Nothing to compare", List.of()));
  }

  /** Many policies and loads, values from nanoseconds to days, names that look like markup. */
  public static Results extreme() {
    List<Run> runs = new ArrayList<>();
    for (int load = 1; load <= 10; load++) {
      for (int policy = 0; policy < 12; policy++) {
        double ms = Math.pow(10, policy - 3) * load;
        String name = policy == 3 ? "<b>\"fixed\" & 'bold'</b>" : "policy-" + policy;
        runs.add(SampleRuns.run(name, load / 10.0, ms, 3 * ms, List.of(0.5, 0.0, 0.25, 0.25)));
      }
    }
    return new Results(
        "reproduce",
        -7,
        64,
        "./curtail reproduce few-to-many-bing --note '<&>'",
        Map.of("note", "]]> & <script>alert(1)</script>"),
        Demand.of(profile(24)),
        null,
        noise(),
        runs,
        new Verdict("<Twelve> policies & ten loads", List.of("\"Quoted\" details\u0000 too")));
  }

  /** Two policies on emulated cores. */
  public static Results emulated() {
    List<Run> runs =
        List.of(
            SampleRuns.run("sequential", 0.6, 230, 840, List.of(1.0)),
            SampleRuns.run("tail-index", 0.6, 95, 310, List.of(0.1, 0.2, 0.3, 0.4)));
    return new Results(
            "bench",
            1,
            15,
            "./curtail bench --profile profile.json --emulate-cores 15 --out results",
            Map.of("emulated cores", 15),
            Demand.of(profile(4)),
            null,
            new Noise(0.06, 0.1, 1.2, 3, 12.5, 0.01, 0, 0, 0, 0),
            runs,
            new Verdict("Engine and simulator agree", List.of()))
        .with()
        .emulated(runs.stream().map(SampleResults::emulated).toList())
        .results();
  }

  /** Two policies while the load changes, on emulated cores. */
  public static Results stepped() {
    List<Step> steps = new ArrayList<>();
    for (int step = 0; step < 3; step++) {
      double rps = step == 1 ? 60 : 30;
      double from = 60 * step;
      steps.add(
          new Step("sequential", rps, from, from + 30, from + 60, 4500, 230, 610, 840, 1, null));
      steps.add(
          new Step(
              "tail-index",
              rps,
              from,
              from + 30,
              from + 60,
              4500,
              95,
              220,
              310,
              step == 1 ? 1.3 : 3.1,
              new Ratio(0.41, 0.39, 0.44)));
    }
    Results still = emulated();
    return still.ofSteps(
        new PaperFigure(
            "Load that changes",
            "Averages",
            List.of(
                PaperFigure.Panel.of(
                    "Latency",
                    "time, s",
                    "mean latency, ms",
                    List.of(
                        new PaperFigure.Curve(
                            "sequential",
                            false,
                            List.of(
                                new PaperFigure.Point(30, 230, 220, 240),
                                new PaperFigure.Point(60, 231, 222, 241))),
                        new PaperFigure.Curve(
                            "tail-index",
                            false,
                            List.of(new PaperFigure.Point(30, 95, 95, 95))))))),
        steps,
        still.verdict());
  }

  private static Emulated emulated(Run run) {
    return new Emulated(
        run.policy(),
        run.load(),
        40,
        run.latency().meanMs(),
        run.latency().p95Ms(),
        run.latency().p99Ms(),
        run.latency().meanMs() / 1.01,
        run.latency().p95Ms() / 1.02,
        run.latency().p99Ms() / 1.03,
        new Ratio(1.01, 1.0, 1.02),
        new Ratio(1.02, 0.99, 1.05),
        new Ratio(1.03, 0.97, 1.08),
        50_000,
        0.0021,
        0.08,
        0.31);
  }

  /** The interval table of the Few-to-Many paper, Table 2; predictions are made up. */
  public static IntervalTable publishedTable() {
    IntervalTable published = IntervalTable.published("few-to-many-lucene");
    List<IntervalTable.Row> rows =
        published.rows().stream()
            .map(row ->
                new IntervalTable.Row(
                    row.load(),
                    row.startsMs(),
                    230 + 12 * row.load(),
                    80 + 4 * row.load(),
                    Math.min(24, 3.5 * row.load())))
            .toList();
    return new IntervalTable(15, 24, 4, 99, 5, List.of(1, 2, 3, 4), rows, 24);
  }

  private static Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("index", "wiki, 1,200,000 documents, 6 segments");
    settings.put("queries", "wiki.tasks, 3,200 queries");
    settings.put(
        "policies", List.of("sequential", "lucene-2", "fixed-2", "adaptive", "few-to-many"));
    settings.put("requests per block", 300);
    settings.put("blocks per load", 40);
    settings.put("top k", 10);
    settings.put("Java", "25");
    return settings;
  }

  private static Noise noise() {
    return new Noise(0.06, 0.9, 14.2, 118, 412.5, 0.013, 120, 231.4, 168.2, 262.7);
  }

  private static Profile profile(int maxDegree) {
    var random = new Random(7);
    double[][] timesMs = new double[3200][];
    for (int r = 0; r < timesMs.length; r++) {
      double sequentialMs = 6 * Math.exp(1.05 * random.nextGaussian());
      double parallel = Math.min(0.95, 0.55 + sequentialMs / 100);
      timesMs[r] =
          IntStream.rangeClosed(1, maxDegree)
              .mapToDouble(d -> sequentialMs * (1 - parallel + parallel / d + 0.01 * (d - 1)))
              .toArray();
    }
    return Profile.of("wiki.tasks on wiki, sequential and 2 threads, median of 5", timesMs);
  }

  /** Searches in order of importance, with probable termination and quality. */
  public static Results ranked() {
    List<Run> runs = new ArrayList<>();
    for (double load : List.of(0.3, 0.6)) {
      runs.add(
          SampleRuns.ranked(
              "sequential", load, 50, SampleRuns.figures(60, 0, 0, 0, new Quality(0, 0), 12)));
      runs.add(
          SampleRuns.ranked(
              "adaptive",
              load,
              70,
              SampleRuns.figures(60.5, 0.5, 1, 0.008, new Quality(0.0002, 0.0001), 9)));
      runs.add(
          SampleRuns.ranked(
              "adaptive/coarse",
              load,
              66,
              SampleRuns.figures(90.25, 30.25, 92, 0.335, new Quality(-0.0004, 0.0003), 8)));
      runs.add(
          SampleRuns.ranked(
              "lucene-2",
              load,
              45,
              new RankedFigures(null, null, null, null, new Quality(0.002, 0.001), null, null)));
    }
    return new Results(
        "bench",
        42,
        2,
        "./curtail bench --early-termination probable --quality",
        Map.of("chunks", 200, "chunks visited by a sequential search", 60.25),
        null,
        null,
        noise(),
        runs,
        new Verdict("No difference is shown", List.of()));
  }

  /** A bench of few requests, or one that was stopped, without a verdict. */
  public static Results inconclusive(@Nullable Interruption interrupted) {
    List<Run> runs =
        List.of(
            SampleRuns.run("sequential", 0.3, 17.52, 195.93, List.of(1.0), null, 270),
            SampleRuns.run("few-to-many", 0.3, 9.4, 110.45, List.of(0.9, 0.1), null, 270));
    var verdict =
        new Verdict(
            "No verdict: 3 blocks are too few to tell a difference from chance; give at least 5.",
            List.of("All 600 answers had exactly plain Lucene's top hits and scores."),
            Verdict.Outcome.TOO_FEW,
            new Verdict.Next(
                "For a verdict, measure more", "./curtail bench --repeats 6 --overwrite"));
    var results =
        new Results(
            "bench",
            1,
            2,
            "./curtail bench --repeats 3",
            Map.of("blocks", 3),
            null,
            null,
            noise(),
            runs,
            verdict);
    return interrupted == null ? results : results.interrupted(interrupted);
  }
}
