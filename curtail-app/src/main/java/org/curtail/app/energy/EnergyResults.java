package org.curtail.app.energy;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.curtail.app.energy.EnergySweep.AtLoad;
import org.curtail.app.energy.Opponents.Tried;
import org.curtail.capacity.MeanInterval;
import org.curtail.energy.EnergyResult;
import org.curtail.energy.Machine;
import org.curtail.energy.SlowToFast;
import org.jspecify.annotations.Nullable;

/**
 * The result file of {@code curtail energy}, format {@value #FORMAT}: what each policy draws for a
 * request, beside what none can draw less than.
 *
 * @param format always {@value #FORMAT}
 * @param command the command that makes this file again
 * @param seed of the first trace
 * @param machine as the user named it
 * @param cores of it
 * @param percentile which latency is the tail
 * @param targetMs what it may be at most
 * @param requests in each trace
 * @param repeats traces at each load
 * @param loads in the order given
 * @param notes what speaks against the profile, a sentence each; left out if nothing does
 */
public record EnergyResults(
    String format,
    String command,
    long seed,
    String machine,
    int cores,
    double percentile,
    double targetMs,
    int requests,
    int repeats,
    List<Load> loads,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> notes) {
  /** First field of every file. */
  public static final String FORMAT = "curtail-energy/1";

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL)
          .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);

  /**
   * What came of a load.
   *
   * @param load share of what all cores carry at their fastest
   * @param perSecond requests per second
   * @param policies in a fixed order, all-fast first
   * @param oneScheduleJoules the least of a schedule that is the same for all requests, each alone;
   *     absent if none meets the target
   * @param clairvoyantJoules the least of all, for those who know every demand; absent likewise
   * @param best the policy that meets the target and draws least; absent if none meets it
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
    }

    Optional<Line> bestLine() {
      return policies.stream().filter(line -> line.policy().equals(best)).findFirst();
    }
  }

  /**
   * What one policy draws.
   *
   * @param joulesPerRequest all energy, idle cores included, divided among the requests
   * @param ofAllFast the same as a share of that of all-fast; with its 95 % interval if it was
   *     measured trace by trace
   * @param aboveClairvoyant how far above the least of all, as a share of it; absent if there is
   *     none, or the target is missed
   * @param tailMs in the mean over traces
   * @param meetsTarget whether that is at most the target
   * @param watts mean power of the machine
   * @param thresholds of slow to fast: what to set; absent for others
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
   * From which age on a request is due for a class.
   *
   * @param ageMs waiting included
   */
  public record Threshold(String speedClass, double ageMs) {}

  public EnergyResults {
    loads = List.copyOf(loads);
    notes = List.copyOf(notes);
  }

  /**
   * The results.
   *
   * @param machine as the user named it
   * @param command the command that does the same again
   * @param notes on the profile
   */
  static EnergyResults of(
      List<AtLoad> swept,
      EnergySetting setting,
      String machine,
      String command,
      List<String> notes) {
    return new EnergyResults(
        FORMAT,
        command,
        setting.seed(),
        machine,
        setting.machine().cores(),
        setting.percentile(),
        setting.targetMs(),
        setting.requests(),
        setting.repeats(),
        swept.stream().map(one -> load(one, setting)).toList(),
        notes);
  }

  private static Load load(AtLoad swept, EnergySetting setting) {
    Tried allFast = swept.tried().getFirst();
    Double clairvoyant = finite(swept.clairvoyantJoules());
    List<Line> lines =
        swept.tried().stream().map(tried -> line(tried, allFast, clairvoyant, setting)).toList();
    return new Load(
        swept.load(),
        setting.perSecond(swept.load()),
        lines,
        finite(swept.oneScheduleJoules()),
        clairvoyant,
        lines.stream()
            .filter(Line::meetsTarget)
            .min(Comparator.comparingDouble(Line::joulesPerRequest))
            .map(Line::policy)
            .orElse(null));
  }

  private static @Nullable Double finite(double joules) {
    return Double.isFinite(joules) ? joules : null;
  }

  private static Line line(
      Tried tried, Tried allFast, @Nullable Double clairvoyant, EnergySetting setting) {
    double joules = tried.joulesPerRequest();
    int common = Math.min(tried.runs().size(), allFast.runs().size());
    MeanInterval paired =
        common < MeanInterval.FEWEST
            ? null
            : MeanInterval.of(
                IntStream.range(0, common)
                    .mapToObj(i ->
                        (Double)
                            (tried.runs().get(i).joulesPerRequest()
                                / allFast.runs().get(i).joulesPerRequest()))
                    .toList());
    double tailMs = tried.tailMs(setting.percentile());
    boolean meetsTarget = tailMs <= setting.targetMs();
    return new Line(
        tried.name(),
        joules,
        joules / allFast.joulesPerRequest(),
        paired == null ? null : paired.low(),
        paired == null ? null : paired.high(),
        clairvoyant == null || !meetsTarget ? null : joules / clairvoyant - 1,
        tailMs,
        meetsTarget,
        tried.runs().stream()
            .map(EnergyResult::account)
            .mapToDouble(account -> account.watts())
            .average()
            .orElseThrow(),
        tried.thresholds().map(policy -> thresholds(policy, setting.machine())).orElse(null));
  }

  private static List<Threshold> thresholds(SlowToFast policy, Machine machine) {
    var all = new ArrayList<Threshold>();
    for (int k = 0; k < policy.thresholdsNanos().size(); k++) {
      all.add(
          new Threshold(
              machine.classes().get(k + 1).name(), policy.thresholdsNanos().get(k) / 1e6));
    }
    return all;
  }

  /** Writes the file; the writer stays open. */
  public void write(Writer writer) throws IOException {
    var newLine = new DefaultIndenter("  ", "\n");
    JSON.writer(new DefaultPrettyPrinter().withObjectIndenter(newLine)).writeValue(writer, this);
    writer.write('\n');
  }
}
