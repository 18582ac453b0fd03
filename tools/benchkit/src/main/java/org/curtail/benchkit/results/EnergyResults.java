package org.curtail.benchkit.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The result file of {@code curtail energy}, format {@value #FORMAT}: the energy per request of
 * each policy, and lower limits.
 *
 * @param format always {@value #FORMAT}
 * @param command command line that creates this file again
 * @param seed seed of the first trace
 * @param machine name of the machine
 * @param cores number of its cores
 * @param speeds speeds of its classes, ascending
 * @param percentile percentile of the latency
 * @param targetMs greatest allowed latency at this percentile
 * @param requests number of requests of each trace
 * @param repeats number of traces at each load
 * @param predictionLogError error of the predictions for adrenaline
 * @param loads results of loads, in the given order
 * @param capacities greatest load of each policy at the same tail
 * @param notes sentences with doubts about the profile or the run; left out if there are none
 */
public record EnergyResults(
    String format,
    String command,
    long seed,
    String machine,
    int cores,
    List<Speed> speeds,
    double percentile,
    double targetMs,
    int requests,
    int repeats,
    double predictionLogError,
    List<Load> loads,
    List<Capacity> capacities,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> notes) {
  /** First field of every file. */
  public static final String FORMAT = "curtail-energy/1";

  /** Kind of the {@link Results} that {@link ResultsFile} returns for such a file. */
  public static final String KIND = "energy";

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL)
          .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);

  /**
   * Speed of a class of cores, or of a step of a clock.
   *
   * @param speed speed relative to the core of the profile
   */
  public record Speed(String speedClass, double speed) {}

  /**
   * Results of a load.
   *
   * @param load share of the capacity of all cores at their fastest
   * @param perSecond requests per second
   * @param policies results of policies in a fixed order, all-fast first
   * @param oneScheduleJoules least energy of one schedule for all requests, each alone; absent if
   *     no schedule meets the target
   * @param clairvoyantJoules least energy with known demands; absent if no schedule meets the
   *     target
   * @param best policy of least energy that meets the target; absent if none does
   */
  public record Load(
      double load,
      double perSecond,
      List<Line> policies,
      @Nullable Double oneScheduleJoules,
      @Nullable Double clairvoyantJoules,
      @Nullable String best) {
    public Load {
      policies = List.copyOf(policies);
      if (policies.isEmpty()) {
        throw new IllegalArgumentException("expected at least one policy at the load " + load);
      }
    }

    /** Returns the line of the best policy. */
    public Optional<Line> bestLine() {
      return policies.stream().filter(line -> line.policy().equals(best)).findFirst();
    }
  }

  /**
   * Energy of one policy.
   *
   * @param joulesPerRequest all energy, including idle cores, divided by the number of requests
   * @param ofAllFast energy as a share of that of all-fast, with a 95 % interval for several traces
   * @param aboveClairvoyant excess over the least energy of any policy, as a share; absent without
   *     such a bound, or if the policy misses the target
   * @param tailMs mean tail over traces
   * @param meetsTarget true if the mean tail is at most the target
   * @param watts mean power of the machine
   * @param thresholds thresholds of slow to fast; absent for other policies
   */
  public record Line(
      String policy,
      double joulesPerRequest,
      double ofAllFast,
      @Nullable Double lowOfAllFast,
      @Nullable Double highOfAllFast,
      @Nullable Double aboveClairvoyant,
      double tailMs,
      boolean meetsTarget,
      double watts,
      @Nullable List<Threshold> thresholds) {}

  /**
   * The greatest load at which a policy with its best parameters meets the target.
   *
   * @param load share of the capacity of all cores at their fastest; with its 95 % interval if it
   *     was measured trace by trace
   * @param perSecond requests per second
   */
  public record Capacity(
      String policy,
      double load,
      @Nullable Double lowLoad,
      @Nullable Double highLoad,
      double perSecond) {}

  /**
   * The age at which a request moves to a class.
   *
   * @param ageMs age including waiting
   */
  public record Threshold(String speedClass, double ageMs) {}

  public EnergyResults {
    speeds = List.copyOf(speeds);
    loads = List.copyOf(loads);
    if (loads.isEmpty()) {
      throw new IllegalArgumentException("expected at least one load, found none");
    }
    capacities = List.copyOf(capacities);
    notes = List.copyOf(notes);
  }

  /** Writes the file; the writer stays open. */
  public void write(Writer writer) throws IOException {
    var newLine = new DefaultIndenter("  ", "\n");
    JSON.writer(new DefaultPrettyPrinter().withObjectIndenter(newLine)).writeValue(writer, this);
    writer.write('\n');
  }
}
