package org.curtail.benchkit.results;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.curtail.benchkit.results.EnergyFigures.ClassFigures;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.jspecify.annotations.Nullable;

/**
 * Tables of runs on cores of several classes: a row for each policy and load with the simulated
 * figures, and a row for each class.
 */
public final class ClassText {
  private ClassText() {}

  /** Returns the lines of both tables; empty without such runs. */
  public static List<String> lines(Results results) {
    return runs(results).isEmpty()
        ? List.of()
        : Stream.of(policies(results).lines(), List.of(""), classes(results).lines())
            .flatMap(List::stream)
            .toList();
  }

  private static List<Run> runs(Results results) {
    return results.runs().stream().filter(run -> run.energy() != null).toList();
  }

  /** Returns a table with a row for each policy and load. */
  public static Table<Run> policies(Results results) {
    Table<Run> table =
        Table.of(runs(results))
            .grouped(Run::load)
            .show("load", Unit.PERCENT, Run::load)
            .show("policy", Unit.NAME, Run::policy);
    // The tails of emulated cores are in a separate table.
    if (results.emulated().isEmpty()) {
      table
          .show("p99", Unit.TIME, run -> run.carries(99) ? run.latency().p99Ms() : null)
          .show("simulated", Unit.TIME, run -> run.carries(99) ? of(run).simulatedP99Ms() : null)
          .page("ratio", Unit.TEXT, run -> run.carries(99) ? withInterval(of(run).p99()) : null)
          .line("ratio", Unit.THOUSANDTHS, run -> run.carries(99) ? of(run).p99().value() : null)
          .line(
              "95 % interval",
              Unit.TEXT, run -> run.carries(99) ? Emulated.interval(of(run).p99()) : null);
    }
    table
        .line("mJ/request", Unit.NUMBER, run -> milli(of(run).joulesPerRequest()))
        .line("simulated", Unit.NUMBER, run -> milli(of(run).simulatedJoulesPerRequest()))
        .line("ratio", Unit.THOUSANDTHS, run -> value(of(run).joules()))
        .line("of all-fast", Unit.PERCENT, run -> value(of(run).joulesOfAllFast()))
        .line("95 % interval", Unit.TEXT, run -> percents(of(run).joulesOfAllFast()));
    if (hasWatts(results)) {
      table
          .page("mJ/request", Unit.NUMBER, run -> milli(of(run).joulesPerRequest()))
          .page("simulated", Unit.NUMBER, run -> milli(of(run).simulatedJoulesPerRequest()))
          .page("ratio", Unit.TEXT, run -> withInterval(of(run).joules()))
          .page("of all-fast", Unit.TEXT, run -> withInterval(of(run).joulesOfAllFast()));
    }
    return table
        .show("moves", Unit.DECIMAL, run -> of(run).moves())
        .page("simulated", Unit.DECIMAL, run -> of(run).simulatedMoves());
  }

  private static boolean hasWatts(Results results) {
    return runs(results).stream().anyMatch(run -> of(run).joulesPerRequest() != null);
  }

  private static @Nullable String withInterval(@Nullable Ratio ratio) {
    return ratio == null ? null : Emulated.withInterval(ratio);
  }

  /** A class in a run. */
  public record OfRun(Run run, ClassFigures figures) {}

  /** Returns a table with a row for each policy, load and class. */
  public static Table<OfRun> classes(Results results) {
    Table<OfRun> table =
        Table.of(
                runs(results).stream()
                    .flatMap(run ->
                        of(run).classes().reversed().stream().map(one -> new OfRun(run, one)))
                    .toList())
            .grouped(OfRun::run)
            .show("load", Unit.PERCENT, row -> row.run.load())
            .show("policy", Unit.NAME, row -> row.run.policy())
            .show("class", Unit.TEXT, row -> row.figures.name())
            .page("cores", Unit.COUNT, row -> row.figures.cores())
            .show("time of a request", Unit.TIME, row -> row.figures.busyMs())
            .show("simulated", Unit.TIME, row -> row.figures.simulatedBusyMs())
            .line("speed", Unit.PLAIN, row -> Math.round(row.figures.speed() * 1e3) / 1e3)
            .page("speed", Unit.DECIMAL, row -> row.figures.speed())
            .show("held", Unit.THOUSANDTHS, row -> row.figures.heldSpeed());
    return hasWatts(results)
        ? table
            .show("busy mJ/request", Unit.NUMBER, row -> milli(row.figures.busyJoules()))
            .show("idle", Unit.NUMBER, row -> milli(row.figures.idleJoules()))
        : table;
  }

  private static EnergyFigures of(Run run) {
    return requireNonNull(run.energy(), run.policy());
  }

  private static @Nullable Double value(@Nullable Ratio ratio) {
    return ratio == null ? null : ratio.value();
  }

  private static @Nullable Double milli(@Nullable Double joules) {
    return joules == null ? null : joules * 1e3;
  }

  private static @Nullable String percents(@Nullable Ratio ratio) {
    if (ratio == null) {
      return null;
    }
    return ratio.low() == ratio.high()
        ? "one block"
        : String.format(Locale.ROOT, "%.1f to %.1f %%", 100 * ratio.low(), 100 * ratio.high());
  }
}
