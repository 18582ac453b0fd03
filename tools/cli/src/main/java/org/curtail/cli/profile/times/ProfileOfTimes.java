package org.curtail.cli.profile.times;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.curtail.Profile;
import org.curtail.benchkit.latencylog.TimedRequests;
import org.curtail.benchkit.results.SampleSize;
import org.curtail.benchkit.terminal.OutputFile;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.profile.times.Dependence.Row;
import org.curtail.cli.profile.times.Dependence.Spread;
import org.jspecify.annotations.Nullable;

/**
 * A profile made from a log of durations.
 *
 * @param profile profile with notes
 * @param read description of the log and its reading
 * @param remarks remarks on the reading
 * @param arrivalsMs arrival times of the profile's requests; empty if not all are known
 * @param rule rule that made service times from durations, in words
 * @param speedups the assumption, in words
 * @param cores number of cores to simulate and to plan for
 * @param dependence dependence on the speedups; empty for one degree
 */
public record ProfileOfTimes(
    Profile profile,
    String read,
    List<String> remarks,
    List<Double> arrivalsMs,
    String rule,
    String speedups,
    int cores,
    Optional<Dependence> dependence) {
  /**
   * Reads the log and makes the profile.
   *
   * @param maxDegree greatest degree from the option; null if not given
   * @param seed seed of simulated arrivals, and of times within whole seconds
   * @throws org.curtail.benchkit.terminal.UsageError if an input is invalid
   */
  public static ProfileOfTimes of(TimesOptions options, @Nullable Integer maxDegree, long seed) {
    SpeedupModel model = options.model();
    int degrees = options.maxDegree(maxDegree, model);
    int cores = options.cores(degrees);
    TimedRequests logged = options.read();
    ServiceTimes times = options.serviceTimes(logged, seed);
    options.requireArrivals(times);
    Path file = options.file();
    var notes = new ArrayList<String>(times.notes());
    notes.add("speedups are assumed, not measured: " + model.words());
    long seen = Math.round(Arrays.stream(times.weights()).sum());
    if (!SampleSize.carries(seen, 99)) {
      notes.add(
          "%s service times are too few: p99 needs %s"
              .formatted(Numbers.count(seen), Numbers.count(SampleSize.fewest(99))));
    }
    Profile profile =
        AssumedProfile.of(
                times,
                model,
                degrees,
                AssumedProfile.Strength.STATED,
                "%s, %s; %s; %s".formatted(file, logged.described(), times.rule(), model.words()))
            .withNotes(notes);
    return new ProfileOfTimes(
        profile,
        logged.described(),
        logged.remarks(),
        Arrays.stream(times.arrivalsMs()).boxed().toList(),
        times.rule(),
        model.words(),
        cores,
        degrees == 1
            ? Optional.empty()
            : Optional.of(Dependence.of(times, model, degrees, cores, seed)));
  }

  /** Writes the arrival times in milliseconds, one a line. */
  public void writeArrivals(Path place) throws IOException {
    OutputFile.write(
        place,
        writer -> {
          for (double ms : arrivalsMs) {
            writer.write(ms + "\n");
          }
        });
  }

  /** The assumptions and their effects, for people. */
  public List<String> lines() {
    var lines = new ArrayList<String>();
    lines.add("assumed");
    lines.add("  " + rule);
    lines.add("  " + speedups);
    dependence.ifPresent(it -> addDependence(lines, it));
    return lines;
  }

  private static void addDependence(List<String> lines, Dependence dependence) {
    lines.add("");
    lines.add(
        "p99 in ms by speedups, on %d ideal cores at load %s: mean of %d runs of %s requests (least to greatest)"
            .formatted(
                dependence.cores(),
                Numbers.percent(dependence.load()),
                dependence.runs(),
                Numbers.count(dependence.requests())));
    lines.add(
        "%-29s %7s  %10s  %-27s %-21s %s"
            .formatted(
                "speedups",
                "mean",
                "sequential",
                "tail-index",
                "times shorter",
                "made for stated"));
    for (Row row : dependence.rows()) {
      lines.add(line(row));
    }
    dependence.recorded().map(ProfileOfTimes::line).ifPresent(lines::add);
  }

  private static String line(Row row) {
    return "%-29s %7.2f  %10s  %-27s %-21s %s"
        .formatted(
            row.speedups(),
            row.meanSpeedup(),
            Numbers.significant(row.sequentialMs().mean()),
            times(row.tailIndexMs()),
            ratio(row.gain()),
            ratio(row.misledGain()));
  }

  private static String times(Spread spread) {
    if (spread.least() == spread.greatest()) {
      return Numbers.significant(spread.mean());
    }
    return "%s (%s to %s)"
        .formatted(
            Numbers.significant(spread.mean()),
            Numbers.significant(spread.least()),
            Numbers.significant(spread.greatest()));
  }

  private static String ratio(Spread spread) {
    if (spread.least() == spread.greatest()) {
      return Numbers.ratio(spread.mean());
    }
    return "%s (%s to %s)"
        .formatted(
            Numbers.ratio(spread.mean()),
            Numbers.ratio(spread.least()),
            Numbers.ratio(spread.greatest()));
  }

  /** Fields for programs, beside those of any profile. */
  public Map<String, Object> json() {
    var json = new LinkedHashMap<String, Object>();
    json.put("read", read);
    json.put("remarks", remarks);
    json.put("serviceTimes", rule);
    json.put("speedups", speedups);
    dependence.ifPresent(it -> json.put("dependence", dependence(it)));
    return json;
  }

  private static Map<String, Object> dependence(Dependence dependence) {
    var json = new LinkedHashMap<String, Object>();
    json.put("cores", dependence.cores());
    json.put("load", dependence.load());
    json.put("requests", dependence.requests());
    json.put("runs", dependence.runs());
    json.put("percentile", 99);
    json.put("rows", dependence.rows());
    dependence.recorded().ifPresent(row -> json.put("arrivalsAsLogged", row));
    return json;
  }
}
