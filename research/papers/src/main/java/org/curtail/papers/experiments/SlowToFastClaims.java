package org.curtail.papers.experiments;

import static org.curtail.papers.experiments.SlowToFastRuns.AS_PEGASUS;
import static org.curtail.papers.experiments.SlowToFastRuns.CONTROLLED;
import static org.curtail.papers.experiments.SlowToFastRuns.PEGASUS;
import static org.curtail.papers.experiments.SlowToFastRuns.RATES;
import static org.curtail.papers.experiments.SlowToFastRuns.SLOW_TO_FAST;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.curtail.benchkit.results.Answer;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.text.Numbers;
import org.curtail.papers.experiments.SlowToFastMachines.Pair;

/** Statements of the talk and the paper on slow to fast. */
final class SlowToFastClaims {
  private static final String TALK = "The talk: against Pegasus";
  private static final String CORES = "The talk and the paper: core classes against clocks";
  private static final String STEPS = "Steps of load";
  private static final String RACE = "Race to idle";

  /** Largest difference that is invisible in a diagram, in percent. */
  private static final double SAME_PERCENT = 5;

  private final Claims claims = new Claims();
  private final SlowToFastRuns measured;

  private SlowToFastClaims(SlowToFastRuns measured) {
    this.measured = measured;
  }

  static List<Claim> of(
      SlowToFastRuns measured, List<Pair> pairs, Map<String, SlowToFastSteps> steps) {
    var all = new SlowToFastClaims(measured);
    for (Pair pair : pairs) {
      all.pegasus(pair);
    }
    for (Pair pair : pairs) {
      all.energy(pair);
      all.capacity(pair);
    }
    all.race();
    steps.forEach(all::steps);
    return all.claims.all();
  }

  private void pegasus(Pair pair) {
    String machine = pair.clocksName();
    Map<Double, Estimate> controlled = savings(machine, CONTROLLED, machine, PEGASUS);
    claims.change(
        TALK,
        "energy of slow to fast below Pegasus, both controlled, same target, mean over rates; "
            + pair.name(),
        "%",
        10,
        mean(controlled),
        "the table of power is different, and it decides how much a slower clock saves. Pegasus has steps of the clock, and at some rates the step that would be just fast enough is missing");
    claims.answered(
        TALK,
        "slow to fast draws less than Pegasus at every rate at which both keep the target; "
            + pair.name(),
        everyRate(controlled, percent -> percent.above(0)),
        evidence(pair, controlled, "% less"),
        "if nearly all power or nearly no power can be saved, both have the same clocks");
    claims.change(
        TALK,
        "energy of slow to fast below Pegasus at the same tail as Pegasus, mean over rates; "
            + pair.name(),
        "%",
        10,
        mean(savings(machine, AS_PEGASUS, machine, PEGASUS)),
        "the thresholds are the best ones for these requests. Pegasus has to find its clock, and keeps a distance from the target");
  }

  private void energy(Pair pair) {
    Map<Double, Estimate> less =
        savings(pair.coresName(), SLOW_TO_FAST, pair.clocksName(), SLOW_TO_FAST);
    String reason = "the paper's tables are not public. Here " + SlowToFastMachines.thrift(pair);
    claims.answered(
        CORES,
        "under low load both draw the same, within %.0f %%, at the least of all rates; %s"
            .formatted(SAME_PERCENT, pair.name()),
        less.values().stream()
            .findFirst()
            .map(percent -> percent.between(-SAME_PERCENT, SAME_PERCENT))
            .orElse(Answer.NO),
        evidence(pair, less, "% less"),
        reason);
    claims.change(
        CORES,
        "energy of core classes below clocks at the same tail, where they save most; the paper: 18 to 50 %, it does not say at which load; "
            + pair.name(),
        "%",
        50,
        less.values().stream().max(Comparator.comparingDouble(Estimate::mean)),
        reason);
    var atEnds = new ArrayList<>(less.values());
    claims.answered(
        CORES,
        "the higher the load, the more core classes save; " + pair.name(),
        Answer.of(atEnds.size() > 1 && atEnds.getLast().low() > atEnds.getFirst().high()),
        evidence(pair, less, "% less"),
        "with more load, more requests wait, and more of them must go to fast cores");
  }

  private void capacity(Pair pair) {
    Estimate more = measured.percentMoreCapacity(pair);
    claims.answered(
        CORES,
        "core classes carry 32 to 82 %% more at the same tail and power; %s".formatted(pair.name()),
        more.between(32, 82),
        "%s %% more".formatted(more.words(Numbers::decimal)),
        "this depends on the table of power: at the same power, all cores of both classes do at most %s %% more work"
            .formatted(
                Numbers.decimal(
                    100 * (pair.cores().mostProgress() / pair.clocks().mostProgress() - 1))));
  }

  private void race() {
    Map<Double, Estimate> slowest =
        againstRace(SlowToFastRuns.FIXED, SlowToFastRuns.SLOWEST, SlowToFastRuns.FIXED_WATTS);
    claims.answered(
        RACE,
        "if most of a busy core's power does not depend on the clock and idle cores draw little, a start at the slowest clock draws more than a race to idle",
        slowest.isEmpty() ? Answer.NO : List.copyOf(slowest.values()).getLast().below(0),
        watts(slowest),
        "");
    Map<Double, Estimate> best =
        againstRace(SlowToFastRuns.FIXED, SLOW_TO_FAST, SlowToFastRuns.FIXED_WATTS);
    claims.answered(
        RACE,
        "slow to fast with its best thresholds never draws more than a race to idle: it does not use clocks that save nothing",
        everyRate(best, percent -> Answer.of(percent.low() > -0.05)),
        watts(best),
        "");
    Map<Double, Estimate> idle =
        againstRace(SlowToFastRuns.IDLE, SLOW_TO_FAST, SlowToFastRuns.IDLE_WATTS);
    claims.answered(
        RACE,
        "the more an idle core draws, the more is saved by filling its time slowly",
        Answer.of(
            idle.size() > 1
                && List.copyOf(idle.values()).getLast().low()
                    > List.copyOf(idle.values()).getFirst().high()),
        watts(idle),
        "all energy counts, and idle cores draw the same under all policies");
  }

  private void steps(String machine, SlowToFastSteps steps) {
    Estimate energy = steps.percentAboveFixed();
    claims.answered(
        STEPS,
        "the controller draws at most 5 % more than the best fixed thresholds in hindsight; "
            + machine,
        Answer.atMost(5, energy.low(), energy.high()),
        "%s %% more".formatted(energy.words(Numbers::decimal)),
        "the controller begins with the shortest deadline and needs some windows to leave it, which counts. Fixed thresholds may be late in one step and early in another");
    Estimate late = steps.latePercent();
    claims.answered(
        STEPS,
        "at most 1 % of all requests are later than the target; " + machine,
        Answer.atMost(1, late.low(), late.high()),
        "%s %%".formatted(late.words(Numbers::decimal)),
        "the controller sees a step up of the load one window later");
    claims.ours(
        STEPS,
        "overshoot: the worst window's p99 above the target; " + machine,
        "%",
        Optional.of(steps.overshootPercent()));
    claims.ours(
        STEPS,
        "violations: windows with their p99 above the target; " + machine,
        "%",
        Optional.of(steps.violatedPercent()));
    claims.ours(
        STEPS,
        "settling: windows after a step until the p99 stays below 1.05 of the target, at most; "
            + machine,
        "windows",
        Optional.of(steps.settlingWindows()));
  }

  /** Returns the savings over all-fast in percent, by watts. */
  private Map<Double, Estimate> againstRace(String machine, String policy, List<Double> watts) {
    var all = new LinkedHashMap<Double, Estimate>();
    for (double at : watts) {
      measured
          .percentLess(machine, policy, machine, SlowToFastRuns.RACE, at)
          .ifPresent(it -> all.put(at, it));
    }
    return all;
  }

  private static String watts(Map<Double, Estimate> percentLess) {
    return percentLess.entrySet().stream()
        .map(it ->
            "%s W: %s".formatted(Numbers.plain(it.getKey()), it.getValue().words(Numbers::decimal)))
        .collect(Collectors.joining(", ", "% less at ", ""));
  }

  /** Returns the savings in percent by share of the rate, if both meet the target. */
  private Map<Double, Estimate> savings(
      String machine, String policy, String otherMachine, String other) {
    var all = new LinkedHashMap<Double, Estimate>();
    for (double share : RATES) {
      measured
          .percentLess(machine, policy, otherMachine, other, share)
          .ifPresent(it -> all.put(share, it));
    }
    return all;
  }

  /** Returns the estimate over all rates, with the extremes of the repeats. */
  private static Optional<Estimate> mean(Map<Double, Estimate> byRate) {
    if (byRate.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Estimate(
            byRate.values().stream().mapToDouble(Estimate::mean).average().orElseThrow(),
            byRate.values().stream().mapToDouble(Estimate::low).average().orElseThrow(),
            byRate.values().stream().mapToDouble(Estimate::high).average().orElseThrow()));
  }

  private static Answer everyRate(Map<Double, Estimate> byRate, Function<Estimate, Answer> answer) {
    return byRate.isEmpty()
        ? Answer.NO
        : byRate.values().stream().map(answer).reduce(Answer.YES, Answer::and);
  }

  private static String evidence(Pair pair, Map<Double, Estimate> byRate, String unit) {
    return byRate.entrySet().stream()
        .map(it ->
            "%s requests/s: %s"
                .formatted(
                    Numbers.significant(SlowToFastRuns.perSecond(pair, it.getKey())),
                    it.getValue().words(Numbers::decimal)))
        .collect(Collectors.joining(", ", unit + " at ", ""));
  }
}
