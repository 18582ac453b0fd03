package org.curtail.benchkit.results;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.curtail.benchkit.results.EnergyFigures.ClassFigures;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Columns;
import org.curtail.benchkit.text.Numbers;
import org.jspecify.annotations.Nullable;

/**
 * Runs on cores of several classes of speed, for people: a row for each policy and load, beside the
 * simulator's, and a row for each class.
 */
public final class ClassText {
  private static final String NONE = "–";

  private ClassText() {}

  /** The lines of both tables; none without such runs. */
  public static List<String> lines(Results results) {
    List<Run> runs = results.runs().stream().filter(run -> run.energy() != null).toList();
    if (runs.isEmpty()) {
      return List.of();
    }
    // Those of emulated cores have their tails in a table of their own.
    boolean tails = results.emulated().isEmpty();
    var policies = new ArrayList<List<String>>();
    policies.add(heads(tails));
    var classes = new ArrayList<List<String>>();
    classes.add(
        List.of(
            "load",
            name("policy", runs),
            "class",
            "time of a request",
            "simulated",
            "speed",
            "held",
            "busy mJ/request",
            "idle"));
    for (Run run : runs) {
      EnergyFigures energy = run.energy();
      if (energy == null) {
        continue;
      }
      policies.add(policy(run, energy, tails, runs));
      for (ClassFigures one : energy.classes().reversed()) {
        classes.add(ofClass(run, one, runs));
      }
    }
    policies.set(0, padded(policies.getFirst(), runs));
    return Stream.of(Columns.aligned(policies), List.of(""), Columns.aligned(classes))
        .flatMap(List::stream)
        .toList();
  }

  private static List<String> heads(boolean tails) {
    return Stream.of(
            List.of("load", "policy"),
            tails ? List.of("p99", "simulated", "ratio", "95 % interval") : List.<String>of(),
            List.of("mJ/request", "simulated", "ratio", "of all-fast", "95 % interval", "moves"))
        .flatMap(List::stream)
        .toList();
  }

  private static List<String> padded(List<String> heads, List<Run> runs) {
    var padded = new ArrayList<>(heads);
    padded.set(1, name(heads.get(1), runs));
    return padded;
  }

  /** Names stand at the left. */
  private static String name(String name, List<Run> runs) {
    int width = runs.stream().mapToInt(run -> run.policy().length()).max().orElse(0);
    return name + " ".repeat(Math.max(0, Math.max(width, "policy".length()) - name.length()));
  }

  private static List<String> policy(Run run, EnergyFigures energy, boolean tails, List<Run> runs) {
    boolean p99 = run.carries(99);
    Ratio joules = energy.joules();
    Ratio saved = energy.joulesOfAllFast();
    return Stream.of(
            List.of(Numbers.percent(run.load()), name(run.policy(), runs)),
            tails
                ? List.of(
                    p99 ? Numbers.time(run.latency().p99Ms()) : SampleSize.TOO_FEW,
                    p99 ? Numbers.time(energy.simulatedP99Ms()) : SampleSize.TOO_FEW,
                    p99 ? "%.3f".formatted(energy.p99().value()) : SampleSize.TOO_FEW,
                    p99 ? interval(energy.p99()) : SampleSize.TOO_FEW)
                : List.<String>of(),
            List.of(
                millijoules(energy.joulesPerRequest()),
                millijoules(energy.simulatedJoulesPerRequest()),
                joules == null ? NONE : "%.3f".formatted(joules.value()),
                saved == null ? NONE : Numbers.percent(saved.value()),
                saved == null ? NONE : percents(saved),
                Numbers.decimal(energy.moves())))
        .flatMap(List::stream)
        .toList();
  }

  private static List<String> ofClass(Run run, ClassFigures one, List<Run> runs) {
    Double held = one.heldSpeed();
    return List.of(
        Numbers.percent(run.load()),
        name(run.policy(), runs),
        one.name(),
        Numbers.time(one.busyMs()),
        Numbers.time(one.simulatedBusyMs()),
        Numbers.plain(Math.round(one.speed() * 1e3) / 1e3),
        held == null ? NONE : "%.3f".formatted(held),
        millijoules(one.busyJoules()),
        millijoules(one.idleJoules()));
  }

  private static String millijoules(@Nullable Double joules) {
    return joules == null ? NONE : Numbers.significant(joules * 1e3);
  }

  /** One block has none. */
  private static String interval(Ratio ratio) {
    return ratio.low() == ratio.high()
        ? "one block"
        : "%s to %s".formatted(Numbers.decimal(ratio.low()), Numbers.decimal(ratio.high()));
  }

  private static String percents(Ratio ratio) {
    return ratio.low() == ratio.high()
        ? "one block"
        : String.format(Locale.ROOT, "%.1f to %.1f %%", 100 * ratio.low(), 100 * ratio.high());
  }
}
