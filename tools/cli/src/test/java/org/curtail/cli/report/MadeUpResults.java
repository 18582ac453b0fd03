package org.curtail.cli.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.curtail.Profile;
import org.curtail.benchkit.results.Checks;
import org.curtail.benchkit.results.Comparison;
import org.curtail.benchkit.results.Degrees;
import org.curtail.benchkit.results.Demand;
import org.curtail.benchkit.results.Emulated;
import org.curtail.benchkit.results.Latency;
import org.curtail.benchkit.results.Lateness;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.results.Verdict.Next;
import org.curtail.benchkit.results.Verdict.Outcome;
import org.curtail.benchkit.stats.Ratio;
import org.jspecify.annotations.Nullable;

/**
 * Results of a few policies, as small as possible for a decision. All against {@code sequential}.
 */
final class MadeUpResults {
  static final Demand DEMAND =
      Demand.of(Profile.of("made up", new double[][] {{10, 6}, {20, 11}, {100, 55}}));
  static final Ratio EQUAL = new Ratio(1, 0.9, 1.1);
  private static final double SEQUENTIAL_MS = 100;
  static final double LIMIT_MS = 40;

  private final String kind;
  private final int cores;
  private final boolean emulated;
  private final List<Run> runs = new ArrayList<>();
  private final Map<String, Object> settings = new LinkedHashMap<>();
  private int requests = 5000;
  private @Nullable Integer seeds;
  private Verdict verdict = new Verdict("Made up.", List.of(), Outcome.DIFFERENCE);

  private MadeUpResults(String kind, int cores, boolean emulated) {
    this.kind = kind;
    this.cores = cores;
    this.emulated = emulated;
    settings.put("profile", "demo/profile.json");
    settings.put("table", "demo/table.json");
  }

  static MadeUpResults live(int cores) {
    return new MadeUpResults("bench", cores, false);
  }

  static MadeUpResults emulated(int cores) {
    return new MadeUpResults("bench", cores, true);
  }

  /** The mean of five seeds. */
  static MadeUpResults simulated(int cores) {
    var made = new MadeUpResults("simulate", cores, false);
    made.seeds = 5;
    return made;
  }

  MadeUpResults ofOneSeed() {
    seeds = null;
    return this;
  }

  MadeUpResults without(String setting) {
    settings.remove(setting);
    return this;
  }

  MadeUpResults with(String setting, Object value) {
    settings.put(setting, value);
    return this;
  }

  MadeUpResults judged(Outcome outcome) {
    verdict =
        new Verdict("Made up.", List.of(), outcome, new Next("Again", "./curtail bench again"));
    return this;
  }

  MadeUpResults ofRequests(int number) {
    requests = number;
    return this;
  }

  MadeUpResults sequential(double... loads) {
    for (double load : loads) {
      runs.add(run("sequential", load, 1, List.of(), false));
    }
    return this;
  }

  MadeUpResults unstable(String policy, double... loads) {
    for (double load : loads) {
      runs.add(run(policy, load, 5, List.of(comparison(EQUAL, EQUAL)), true));
    }
    return this;
  }

  /** A policy at a load: the ratio of its tail to that of sequential. */
  MadeUpResults policy(String policy, double load, Ratio tail) {
    return policy(policy, load, tail, EQUAL);
  }

  MadeUpResults policy(String policy, double load, Ratio tail, Ratio mean) {
    runs.add(run(policy, load, tail.value(), List.of(comparison(tail, mean)), false));
    return this;
  }

  private static Comparison comparison(Ratio tail, Ratio mean) {
    return new Comparison("sequential", mean, tail, tail);
  }

  private Run run(
      String policy, double load, double ratio, List<Comparison> against, boolean unstable) {
    double tailMs = SEQUENTIAL_MS * ratio;
    return new Run(
        policy,
        load,
        100 * load,
        load,
        seeds == null ? requests : seeds * requests,
        new Latency(
            tailMs / 5,
            tailMs / 6,
            tailMs / 2,
            0.9 * tailMs,
            tailMs,
            2 * tailMs,
            3 * tailMs,
            List.of(tailMs, tailMs)),
        LIMIT_MS,
        new Degrees(1, 1, 1, List.of(1.0)),
        1,
        1,
        Checks.NONE,
        Lateness.NONE,
        0,
        List.of(),
        against,
        unstable ? true : null,
        false,
        null,
        null,
        null,
        seeds,
        null,
        null,
        null,
        null);
  }

  Results make() {
    return new Results(
            kind, 1, cores, "./curtail " + kind, settings, DEMAND, null, null, runs, verdict)
        .with()
        .emulated(emulated ? runs.stream().map(MadeUpResults::beside).toList() : List.of())
        .results();
  }

  /** The simulator is one hundredth below the engine. */
  private static Emulated beside(Run run) {
    return new Emulated(
        run.policy(),
        run.load(),
        run.rps(),
        run.latency().meanMs(),
        run.latency().p95Ms(),
        run.latency().p99Ms(),
        0.99 * run.latency().meanMs(),
        0.99 * run.latency().p95Ms(),
        0.99 * run.latency().p99Ms(),
        EQUAL,
        EQUAL,
        EQUAL,
        1000,
        0,
        0,
        0);
  }
}
