package org.curtail.automatic;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.curtail.Profile;
import org.curtail.automatic.OfferedLoad.CurrentLoad;
import org.curtail.automatic.Pilot.ExplorationCost;
import org.curtail.automatic.choose.PolicyMap;
import org.curtail.automatic.choose.PredictionError;
import org.curtail.automatic.guard.Guard;
import org.curtail.automatic.guard.GuardSetting;
import org.curtail.automatic.guard.Guards;
import org.curtail.automatic.guard.HarmBudget;
import org.curtail.automatic.guard.LoadVerdict;
import org.curtail.automatic.guard.LoadVerdict.Verdict;
import org.curtail.automatic.guard.Regret;
import org.curtail.automatic.guard.Slices;

/** Texts on a pilot's state and decisions, in plain words. */
public final class PilotWording {
  private static final double NANOS_PER_S = 1e9;

  /** Number of busy cores of other work that is worth a note. */
  private static final double LEAST_CORES = 0.05;

  private static final String USELESS =
      " are hardly better than a constant, or worse, and are not used";

  private PilotWording() {}

  /** State to describe. */
  record State(
      String chosen,
      String reason,
      CurrentLoad load,
      int cores,
      Optional<Profile> profile,
      Learning learning,
      Optional<PolicyMap> map,
      Guards guards) {
    double utilisation() {
      return profile.map(known -> load.utilisation(known.meanMs(1), cores)).orElse(0.0);
    }
  }

  static String explain(State state, long nowNanos) {
    var text = new StringBuilder();
    text.append(String.format(Locale.ROOT, "Serves by %s: %s.", state.chosen, state.reason))
        .append('\n');
    text.append(
            String.format(
                Locale.ROOT,
                "Load: %.1f requests/s%s%s.",
                state.load.perSecond(),
                state.profile.isPresent()
                    ? String.format(
                        Locale.ROOT,
                        ", %.0f %% of %d cores",
                        100 * state.utilisation(),
                        state.cores)
                    : "",
                background(state.load)))
        .append('\n');
    state.profile.ifPresent(profile ->
        text.append(
                String.format(
                    Locale.ROOT,
                    "Demand: mean %.2f ms, p99 %.2f ms on one thread; learned from %,d requests since start or change, %.0f s old on average.",
                    profile.meanMs(1),
                    profile.percentileMs(99, 1),
                    state.learning.completed(),
                    state.learning.ageSeconds(nowNanos)))
            .append('\n'));
    if (state.map.isEmpty()) {
      text.append(progress(state.learning, state.load.perSecond())).append('\n');
    }
    ExplorationCost tried = state.learning.exploration().explorationCost();
    if (tried.requests() > 0) {
      text.append(
              String.format(
                  Locale.ROOT,
                  "Tried: %,d requests had more threads, to learn their gain, at a cost of %.1f s of core time.",
                  tried.requests(),
                  tried.coreNanos() / NANOS_PER_S))
          .append('\n');
    }
    ofPredictions(state.learning.predictions())
        .ifPresent(words -> text.append("Predictions").append(words).append(".\n"));
    state.map.ifPresent(map ->
        text.append(
            String.format(Locale.ROOT, "Plan: %s.\nPolicies: %s.\n", map(map), descriptions(map))));
    text.append(state.learning.classTimes().explain());
    for (LoadVerdict verdict : state.guards.verdicts()) {
      text.append(String.format(Locale.ROOT, "Compared: %s.", compared(verdict))).append('\n');
    }
    Regret regret = state.guards.regret();
    if (regret.requests() > 0) {
      text.append(String.format(Locale.ROOT, "Cost and gain: %s.", regret(regret))).append('\n');
    }
    return text.toString();
  }

  /** Describes the progress of learning, and the time of the next plan. */
  static String progress(Learning learning, double perSecond) {
    long learned = learning.completed();
    OptionalLong wanted = learning.wanted();
    if (wanted.isEmpty()) {
      return String.format(
          Locale.ROOT,
          "Learning: %,d requests so far, but no speedup; it looks again after %,d%s.",
          learned,
          learning.nextLook(),
          soon(learning.nextLook() - learned, perSecond, ""));
    }
    return String.format(
        Locale.ROOT,
        "Learning: %,d of about %,d requests%s.",
        learned,
        wanted.getAsLong(),
        soon(wanted.getAsLong() - learned, perSecond, " a plan may be ready"));
  }

  private static String soon(long missing, double perSecond, String what) {
    if (missing <= 0) {
      return "";
    }
    return perSecond > 0
        ? "; at this rate" + what + " in " + duration(missing / perSecond)
        : "; how soon is not known until more requests arrive";
  }

  /** Returns a rounded time in words: {@code 4 minutes}. */
  public static String duration(double seconds) {
    String[] units = {"second", "minute", "hour", "day"};
    double[] lengths = {1, 60, 3_600, 86_400};
    int unit = 0;
    while (unit < units.length - 1 && seconds >= 1.5 * lengths[unit + 1]) {
      unit++;
    }
    long count = Math.max(Math.round(seconds / lengths[unit]), 1);
    return String.format(Locale.ROOT, "%,d %s%s", count, units[unit], count == 1 ? "" : "s");
  }

  private static String background(CurrentLoad load) {
    return load.backgroundCores() < LEAST_CORES
        ? ""
        : String.format(
            Locale.ROOT,
            "; the rest of the process keeps %.1f cores busy (included)",
            load.backgroundCores());
  }

  private static String compared(LoadVerdict verdict) {
    String verdictWords =
        switch (verdict.verdict()) {
          case HARM -> "harm is shown";
          case NO_HARM -> "no harm, as shown";
          case NOT_KNOWN -> "nothing is shown yet";
        };
    return String.format(
        Locale.ROOT,
        "%s from %.0f %% load on, %d pairs of slices: %s%s",
        verdict.policy(),
        100 * verdict.fromUtilisation(),
        verdict.pairs(),
        verdictWords,
        Double.isNaN(verdict.meanRatio())
            ? ""
            : String.format(
                Locale.ROOT,
                " (typically %.2f of the safe policy's mean, %.2f of its p95)",
                verdict.meanRatio(),
                verdict.p95Ratio()));
  }

  private static String regret(Regret regret) {
    return String.format(
        Locale.ROOT,
        "%.1f s of response time were lost to comparing, %.1f s to harm, %.1f s won, of %.1f s in all",
        regret.baselineCostNanos() / NANOS_PER_S,
        regret.harmNanos() / NANOS_PER_S,
        regret.gainNanos() / NANOS_PER_S,
        regret.responseNanos() / NANOS_PER_S);
  }

  static PilotEvent event(Slices.NewVerdict newVerdict, GuardSetting setting, long nowNanos) {
    Guard guard = newVerdict.guard();
    return newVerdict.verdict() == Verdict.HARM
        ? new PilotEvent.FellBack(
            nowNanos, guard.fromUtilisation(), guard.policy(), harm(guard, setting))
        : new PilotEvent.Cleared(
            nowNanos, guard.fromUtilisation(), guard.policy(), noHarm(guard, setting));
  }

  static PilotEvent event(Learning.Known known, Predictions predictions, long nowNanos) {
    return new PilotEvent.Learned(
        nowNanos,
        known.requests(),
        known.profile().meanMs(1),
        known.profile().percentileMs(99, 1),
        "speedups of a typical request by degree: %s%s"
            .formatted(
                known.speedups(),
                ofPredictions(predictions).map("; predictions"::concat).orElse("")));
  }

  /** Describes the quality of predictions; empty without predictions, or with too few. */
  private static Optional<String> ofPredictions(Predictions predictions) {
    return predictions.areUseless()
        ? Optional.of(USELESS)
        : predictions.error().map(PilotWording::offBy);
  }

  private static String offBy(PredictionError error) {
    return String.format(
        Locale.ROOT,
        " are off by a factor of %.2f as a rule (%.2f in logarithms, said is %.2f)",
        StrictMath.exp(error.logError()),
        error.logError(),
        error.statedLogError());
  }

  /** Returns the reason for another plan. */
  static String predictions(Optional<PredictionError> error) {
    return error
        .map(off ->
            String.format(
                Locale.ROOT,
                "predictions are off by %.2f in logarithms, other than when the last was made",
                off.logError()))
        .orElse("predictions are no longer informative");
  }

  static String harm(Guard guard, GuardSetting setting) {
    return shown(guard, setting, "more than %.2f in one of them");
  }

  static String noHarm(Guard guard, GuardSetting setting) {
    return shown(guard, setting, "less than %.2f in both");
  }

  /**
   * Describes the result of the pairs of slices.
   *
   * @param bound relation of the ratios to the limit of harm
   */
  private static String shown(Guard guard, GuardSetting setting, String bound) {
    return String.format(
        Locale.ROOT,
        "in %d pairs of slices %s took typically %.2f of the safe policy's mean and %.2f of its p95: "
            + bound
            + ", by a test that errs in %.1f %% of cases at most",
        guard.test().pairs(),
        guard.policy(),
        guard.test().meanRatio(),
        guard.test().p95Ratio(),
        1 + setting.harm(),
        100 * setting.errorRate());
  }

  static String learning(long requests) {
    return requests == 0
        ? "nothing is known of the service yet"
        : "it learns the demand; there is no plan yet";
  }

  static String noSpeedups(long requests) {
    return String.format(
        Locale.ROOT,
        "no speedup could be learned from %,d requests yet: too few of them tried two threads, had enough chunks and ran without others; it goes on trying",
        requests);
  }

  /** Returns a plan in one line: policies with their least loads. */
  static String map(PolicyMap map) {
    return map.entries().stream()
        .map(entry ->
            map.isOne()
                ? entry.candidate().name() + " at every load"
                : String.format(
                    Locale.ROOT,
                    "%s from %.0f %% load on",
                    entry.candidate().name(),
                    100 * entry.fromUtilisation()))
        .collect(Collectors.joining(", "));
  }

  private static String descriptions(PolicyMap map) {
    return map.entries().stream()
        .map(PolicyMap.Entry::candidate)
        .map(candidate -> candidate.name() + " is " + candidate.policy().description())
        .distinct()
        .collect(Collectors.joining(". "));
  }

  static String reasons(PolicyMap map) {
    return map.entries().stream()
        .map(PolicyMap.Entry::reason)
        .distinct()
        .collect(Collectors.joining("; "));
  }

  /** Returns the reason why comparing is paused. */
  static String costly(Guard guard, double allNanos) {
    return String.format(
        Locale.ROOT,
        "comparing %s has made requests longer by %.0f %% on average so far; it goes on below %.0f %%",
        guard.policy(),
        100 * guard.budget().excessNanos() / allNanos,
        100 * HarmBudget.MOST_SHARE);
  }

  /** Returns the reason why a load with few requests has no comparison. */
  static String starved(GuardSetting guard, double least, double perSecond) {
    return String.format(
        Locale.ROOT,
        "with %s requests a minute harm could not be noticed; a comparison takes %d or more in %s s",
        shortly(60 * perSecond),
        Math.round(Math.ceil(least)),
        shortly(guard.mostSliceNanos() / NANOS_PER_S));
  }

  private static String shortly(double number) {
    return number < 10
        ? String.format(Locale.ROOT, "%.1f", number)
        : String.format(Locale.ROOT, "%.0f", number);
  }
}
