package org.curtail.cli.profile;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.curtail.Profile;
import org.curtail.benchkit.replay.ReplayClaims;
import org.curtail.benchkit.replay.ReplayFindings;
import org.curtail.benchkit.replay.ReplayText;
import org.curtail.benchkit.results.ClaimText;
import org.curtail.benchkit.results.Demand;
import org.curtail.benchkit.results.Noise;
import org.curtail.benchkit.results.SampleSize;
import org.curtail.benchkit.search.PredictionText;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.profile.times.ProfileOfTimes;
import org.jspecify.annotations.Nullable;

/** A measured profile as lines for people and as JSON. */
final class ProfileText {
  private final List<String> lines = new ArrayList<>();

  private ProfileText() {}

  /**
   * The profile as JSON.
   *
   * @param out the file of the profile; null if none
   */
  static String json(
      Profile profile,
      Noise noise,
      @Nullable Ratio cost,
      @Nullable DemandForecast forecast,
      @Nullable ReplayFindings replayed,
      @Nullable Path out)
      throws IOException {
    Demand demand = Demand.of(profile);
    var result = new LinkedHashMap<String, Object>();
    if (out != null) {
      result.put("profile", out.toString());
    }
    result.put("demand", demand);
    result.put("notes", profile.notes());
    result.put("noise", noise);
    if (cost != null) {
      result.put("cpuAtDegreeOneOverPlainLucene", cost);
    }
    if (forecast != null) {
      result.put("prediction", forecast);
    }
    if (replayed != null) {
      result.put("emulated", replayed);
      result.put("claims", ReplayClaims.of(replayed));
    }
    return new ObjectMapper().writeValueAsString(result);
  }

  /** A profile made from durations as JSON. */
  static String json(ProfileOfTimes made, @Nullable Path out) throws IOException {
    var result = new LinkedHashMap<String, Object>();
    if (out != null) {
      result.put("profile", out.toString());
    }
    result.put("demand", Demand.of(made.profile()));
    result.put("notes", made.profile().notes());
    result.putAll(made.json());
    return new ObjectMapper().writeValueAsString(result);
  }

  /** A profile made from durations, with its assumptions. */
  static List<String> lines(ProfileOfTimes made) {
    var text = new ProfileText();
    text.write(Demand.of(made.profile()), null, null, null);
    text.lines.addAll(made.lines());
    return text.lines;
  }

  /**
   * The profile for people.
   *
   * @param cost cost of degree 1 over plain Lucene, if it was measured
   * @param forecast quality of predictions, if there were enough queries
   * @param replayed if cores were emulated
   */
  static List<String> lines(
      Profile profile,
      @Nullable Ratio cost,
      @Nullable DemandForecast forecast,
      @Nullable ReplayFindings replayed) {
    var text = new ProfileText();
    text.write(Demand.of(profile), cost, forecast, replayed);
    return text.lines;
  }

  private void write(
      Demand demand,
      @Nullable Ratio cost,
      @Nullable DemandForecast forecast,
      @Nullable ReplayFindings replayed) {
    milliseconds("demand at degree 1, mean", demand.meanMs());
    percentile(demand, 50, demand.p50Ms());
    percentile(demand, 90, demand.p90Ms());
    percentile(demand, 95, demand.p95Ms());
    percentile(demand, 99, demand.p99Ms());
    milliseconds("longest", demand.maxMs());
    if (demand.carries(99)) {
      lines.add("%24s%9.1f".formatted("p99 over p50", demand.p99OverP50()));
    }
    lines.add("speedup at degree" + degrees(demand.maxDegree()));
    lines.add("  all            " + speedups(demand.speedupAll()));
    boolean twentieths = demand.carries(95);
    lines.add(
        "  longest 5 %    " + (twentieths ? speedups(demand.speedupLongest()) : fewTwentieths()));
    lines.add(
        "  shortest 5 %   " + (twentieths ? speedups(demand.speedupShortest()) : fewTwentieths()));
    if (cost != null) {
      lines.add(
          "CPU at degree 1 over plain Lucene: %.3f (%.3f to %.3f)"
              .formatted(cost.value(), cost.low(), cost.high()));
    }
    if (forecast != null) {
      lines.add(
          "demand predicted before a query runs, by learning from other queries%s:"
              .formatted(forecast.isCpuTime() ? ", in CPU time" : ""));
      lines.add("  " + PredictionText.of(forecast.quality()));
      lines.add(
          "  costs %.1f us of CPU a query, %.1f %% of its time"
              .formatted(forecast.cpuUsPerQuery(), 100 * forecast.shareOfDemand()));
    }
    if (replayed != null) {
      lines.add("");
      ReplayText.lines(replayed).forEach(lines::add);
      lines.add("");
      lines.add("Adaptive parallelism paper");
      ClaimText.lines(ReplayClaims.of(replayed)).forEach(lines::add);
    }
  }

  private void milliseconds(String name, double ms) {
    lines.add("%24s%9.2f ms".formatted(name, ms));
  }

  private void percentile(Demand demand, double percentile, double ms) {
    String name = "p" + Numbers.plain(percentile);
    if (demand.carries(percentile)) {
      milliseconds(name, ms);
    } else {
      lines.add(
          "%24s%9s    of %,d requests; it needs %,d"
              .formatted(
                  name, SampleSize.TOO_FEW, demand.requests(), SampleSize.fewest(percentile)));
    }
  }

  private static String fewTwentieths() {
    return "%8s    it needs %,d requests".formatted(SampleSize.TOO_FEW, SampleSize.fewest(95));
  }

  private static String degrees(int maxDegree) {
    var text = new StringBuilder();
    for (int degree = 1; degree <= maxDegree; degree++) {
      text.append("%8d".formatted(degree));
    }
    return text.toString();
  }

  private static String speedups(List<Double> speedups) {
    var text = new StringBuilder();
    for (double speedup : speedups) {
      text.append("%8.2f".formatted(speedup));
    }
    return text.toString();
  }
}
