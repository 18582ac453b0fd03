package org.curtail.cli.bench;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.curtail.benchkit.emulate.EmulatedPolicy;
import org.curtail.benchkit.results.EnergyFigures;
import org.curtail.benchkit.results.EnergyFigures.ClassFigures;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.results.Verdict.Outcome;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;
import org.jspecify.annotations.Nullable;

/** Findings on slow workers besides latency, and a check of their speed. */
final class SlowedVerdict {
  /** Relative difference from its speed above which a slow worker is not the one asked for. */
  static final double CLOSE = 0.07;

  private static final String ALL_SLOW = "all-slow";

  private SlowedVerdict() {}

  /** The verdict with findings on slow workers; unchanged without any. */
  static Verdict added(Verdict verdict, List<Run> runs) {
    List<Run> slowed = runs.stream().filter(run -> run.energy() != null).toList();
    if (slowed.isEmpty()) {
      return verdict;
    }
    List<HeldRange> held = held(slowed);
    var details = new ArrayList<String>();
    held.forEach(each -> details.add(each.sentence()));
    details.addAll(slowdown(slowed));
    details.add(simulated(slowed));
    Verdict judged = verdict.with(details);
    if (!verdict.isGiven()) {
      return judged;
    }
    List<String> far = held.stream().filter(HeldRange::isFar).map(each -> each.name).toList();
    if (!far.isEmpty()) {
      return new Verdict(
          "No verdict: workers of %s were more than %.0f %% off their speed; run again when the machine is quiet, or with fewer workers."
              .formatted(String.join(", ", far), 100 * CLOSE),
          judged.details(),
          Outcome.TOO_BUSY);
    }
    List<Run> compared = compared(slowed);
    if (compared.isEmpty()) {
      return judged;
    }
    boolean differs = compared.stream().anyMatch(run -> requireNonNull(ofAllFast(run)).differs());
    return new Verdict(
        energy(compared) + " " + judged.headline(),
        judged.details(),
        differs ? Outcome.DIFFERENCE : judged.outcome());
  }

  /** Runs of the policy named last, if its energy was compared with that of all-fast. */
  private static List<Run> compared(List<Run> runs) {
    String name = runs.getLast().policy();
    return runs.stream()
        .filter(run -> run.policy().equals(name) && ofAllFast(run) != null)
        .toList();
  }

  private static @Nullable Ratio ofAllFast(Run run) {
    return energyOf(run).joulesOfAllFast();
  }

  private static String energy(List<Run> compared) {
    return "%s draws, of the energy of %s, %s."
        .formatted(
            compared.getFirst().policy(),
            EmulatedPolicy.ALL_FAST,
            compared.stream()
                .map(run ->
                    "%s at load %s"
                        .formatted(
                            share(requireNonNull(ofAllFast(run))), Verdicts.plain(run.load())))
                .collect(Collectors.joining(", ")));
  }

  private static String share(Ratio ratio) {
    String interval = "(%.1f to %.1f %%)".formatted(100 * ratio.low(), 100 * ratio.high());
    return ratio.differs()
        ? "%.0f %% %s".formatted(100 * ratio.value(), interval)
        : "as much as far as is shown " + interval;
  }

  private static EnergyFigures energyOf(Run run) {
    return requireNonNull(run.energy());
  }

  /** The measured speed of workers of a class: least and greatest of all runs. */
  private record HeldRange(
      String name, double speed, boolean isFastest, double least, double most) {
    /**
     * True if a slow worker missed its speed. A fast worker without a core shows in latencies; it
     * has no other speed to miss.
     */
    boolean isFar() {
      return !isFastest && (least < speed * (1 - CLOSE) || most > speed * (1 + CLOSE));
    }

    String sentence() {
      String range = range("%.3f", least, most);
      return isFastest
          ? "Workers of %s, which wait for nothing, computed for %s of the time for which they had requests; the rest of it they had no core.%s"
              .formatted(
                  name,
                  range("%.0f %%", 100 * least, 100 * most),
                  least < speed * (1 - CLOSE)
                      ? " Doubtful: other work on this machine takes cores from them."
                      : "")
          : "Workers of %s held a speed of %s; it should be %s."
              .formatted(name, range, Numbers.plain(Math.round(speed * 1e3) / 1e3));
    }
  }

  private static List<HeldRange> held(List<Run> runs) {
    var all = new ArrayList<HeldRange>();
    int classes = energyOf(runs.getFirst()).classes().size();
    for (int k = classes - 1; k >= 0; k--) {
      int place = k;
      ClassFigures one = energyOf(runs.getFirst()).classes().get(k);
      List<Double> speeds =
          runs.stream()
              .flatMap(run -> Stream.ofNullable(energyOf(run).classes().get(place).heldSpeed()))
              .toList();
      if (!speeds.isEmpty()) {
        all.add(
            new HeldRange(
                one.name(),
                one.speed(),
                place == classes - 1,
                speeds.stream().mapToDouble(it -> it).min().orElseThrow(),
                speeds.stream().mapToDouble(it -> it).max().orElseThrow()));
      }
    }
    return all;
  }

  /** Remarks on slowdowns, by the engine's own clock, which does not see CPU time. */
  private static List<String> slowdown(List<Run> runs) {
    List<ClassFigures> classes = energyOf(runs.getFirst()).classes();
    ClassFigures slow = classes.getFirst();
    ClassFigures fast = classes.getLast();
    var found = new ArrayList<String>();
    for (double load : runs.stream().map(Run::load).distinct().toList()) {
      Optional<EnergyFigures> allSlow = energyOf(runs, ALL_SLOW, load);
      Optional<EnergyFigures> allFast = energyOf(runs, EmulatedPolicy.ALL_FAST, load);
      if (allSlow.isPresent() && allFast.isPresent()) {
        double ratio =
            allSlow.get().classes().getFirst().busyMs()
                / allFast.get().classes().getLast().busyMs();
        found.add("%.2f at load %s".formatted(ratio, Verdicts.plain(load)));
      }
    }
    return found.isEmpty()
        ? List.of()
        : List.of(
            "The same requests took so many times as long on %s as on %s: %s; by their speeds it is %.2f."
                .formatted(
                    slow.name(),
                    fast.name(),
                    String.join(", ", found),
                    fast.speed() / slow.speed()));
  }

  private static Optional<EnergyFigures> energyOf(List<Run> runs, String policy, double load) {
    return runs.stream()
        .filter(run -> run.policy().equals(policy) && run.load() == load)
        .map(SlowedVerdict::energyOf)
        .findFirst();
  }

  private static String simulated(List<Run> runs) {
    boolean tail = runs.stream().allMatch(run -> run.carries(99));
    boolean watts = runs.stream().allMatch(run -> energyOf(run).joules() != null);
    return "Against the simulator with the times that the probes measured, means are %s%s%s times as great."
        .formatted(
            range(runs, EnergyFigures::mean),
            tail ? ", p99s " + range(runs, EnergyFigures::p99) : "",
            watts ? ", energies " + range(runs, figures -> requireNonNull(figures.joules())) : "");
  }

  private static String range(List<Run> runs, Function<EnergyFigures, Ratio> ratio) {
    double[] values =
        runs.stream().mapToDouble(run -> ratio.apply(energyOf(run)).value()).sorted().toArray();
    return range("%.2f", values[0], values[values.length - 1]);
  }

  private static String range(String format, double least, double most) {
    String low = format.formatted(least);
    String high = format.formatted(most);
    return low.equals(high) ? low : low + " to " + high;
  }
}
