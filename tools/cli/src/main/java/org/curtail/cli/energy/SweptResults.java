package org.curtail.cli.energy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.benchkit.capacity.MeanInterval;
import org.curtail.benchkit.energyruns.CarriedLoad;
import org.curtail.benchkit.energyruns.EnergySetting;
import org.curtail.benchkit.energyruns.PolicyTrial;
import org.curtail.benchkit.results.EnergyResults;
import org.curtail.benchkit.results.EnergyResults.Capacity;
import org.curtail.benchkit.results.EnergyResults.Line;
import org.curtail.benchkit.results.EnergyResults.Load;
import org.curtail.benchkit.results.EnergyResults.Speed;
import org.curtail.benchkit.results.EnergyResults.Threshold;
import org.curtail.cli.energy.EnergySweep.AtLoad;
import org.curtail.cli.energy.EnergySweep.Swept;
import org.curtail.energy.EnergyResult;
import org.curtail.speed.SlowToFast;
import org.curtail.speed.SpeedMachine;
import org.jspecify.annotations.Nullable;

/** Makes the result file of a sweep. */
final class SweptResults {
  private SweptResults() {}

  /**
   * The results.
   *
   * @param machine as the user named it
   * @param command the command that does the same again
   * @param notes on the profile
   */
  static EnergyResults of(
      Swept swept, EnergySetting setting, String machine, String command, List<String> notes) {
    return new EnergyResults(
        EnergyResults.FORMAT,
        command,
        setting.seed(),
        machine,
        setting.machine().cores(),
        setting.machine().classes().stream()
            .map(one -> new Speed(one.name(), one.speed()))
            .toList(),
        setting.percentile(),
        setting.targetMs(),
        setting.requests(),
        setting.repeats(),
        setting.predictionLogError(),
        swept.loads().stream().map(one -> load(one, setting)).toList(),
        swept.capacities().stream().map(one -> capacity(one, setting)).toList(),
        notes);
  }

  private static Capacity capacity(CarriedLoad carried, EnergySetting setting) {
    MeanInterval interval = carried.interval();
    return new Capacity(
        carried.name(),
        carried.load(),
        interval == null ? null : interval.low(),
        interval == null ? null : interval.high(),
        setting.perSecond(carried.load()));
  }

  private static Load load(AtLoad swept, EnergySetting setting) {
    PolicyTrial allFast = swept.tried().getFirst();
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
      PolicyTrial tried, PolicyTrial allFast, @Nullable Double clairvoyant, EnergySetting setting) {
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

  private static List<Threshold> thresholds(SlowToFast policy, SpeedMachine machine) {
    var all = new ArrayList<Threshold>();
    for (int k = 0; k < policy.thresholdsNanos().size(); k++) {
      all.add(
          new Threshold(
              machine.classes().get(k + 1).name(), policy.thresholdsNanos().get(k) / 1e6));
    }
    return all;
  }
}
