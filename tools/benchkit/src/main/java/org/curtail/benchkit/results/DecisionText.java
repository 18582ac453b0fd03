package org.curtail.benchkit.results;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.curtail.benchkit.text.Numbers;
import org.jspecify.annotations.Nullable;

/** A text of decisions: the policy chosen at each load, with times and reasons. */
public final class DecisionText {
  /** Kinds of events with the reason of the present policy. */
  private static final Set<String> TELLING =
      Set.of("Switched", "FellBack", "StayedSafe", "PlanFailed", "Drifted");

  private record Key(String policy, @Nullable Double load) {}

  private DecisionText() {}

  /** Returns the lines; empty without decisions. Runs of several seeds have a common text. */
  public static List<String> lines(List<Decisions> all) {
    Map<Key, List<Decisions>> byLoad =
        all.stream()
            .collect(
                Collectors.groupingBy(
                    each -> new Key(each.policy(), each.load()),
                    LinkedHashMap::new,
                    Collectors.toList()));
    var lines = new ArrayList<String>();
    byLoad.forEach((key, runs) -> lines.addAll(lines(key, runs)));
    return lines;
  }

  private static List<String> lines(Key key, List<Decisions> runs) {
    Decisions first = runs.getFirst();
    var lines = new ArrayList<String>();
    lines.add(
        key.policy()
            + (key.load() == null ? "" : ", load " + Numbers.percent(key.load()))
            + ": "
            + (runs.size() == 1 ? "" : "in the first of %d runs ".formatted(runs.size()))
            + first.state());
    if (first.plans() > 0 || first.requestsBeforePlan() != null) {
      lines.add("  " + counts(first));
    }
    if (key.load() == null) {
      lines.addAll(byLoad(first));
    }
    if (runs.size() > 1) {
      lines.add("  at the end of all runs: " + ends(runs));
    }
    why(first).ifPresent(reason -> lines.add("  why: " + reason));
    return lines;
  }

  private static String counts(Decisions decided) {
    var parts = new ArrayList<String>();
    Integer before = decided.requestsBeforePlan();
    if (before != null) {
      parts.add("first plan after %s requests".formatted(Numbers.count(before)));
    }
    parts.add("%d plans, %d switches".formatted(decided.plans(), decided.switches()));
    if (decided.fallBacks() > 0) {
      parts.add("%d fall backs".formatted(decided.fallBacks()));
    }
    if (decided.drifts() > 0) {
      parts.add("%d changes noticed".formatted(decided.drifts()));
    }
    if (decided.regretShare() > 0) {
      parts.add(
          "about %.2f %% of response time lost to comparing"
              .formatted(100 * decided.regretShare()));
    }
    return String.join("; ", parts);
  }

  /** Returns the shares of time of each policy at each load. */
  private static List<String> byLoad(Decisions decided) {
    if (decided.periods().stream().map(Decisions.Period::serving).distinct().count() < 2) {
      return List.of();
    }
    var byLoad = new LinkedHashMap<Double, Map<String, Double>>();
    decided.periods().stream()
        .sorted(Comparator.comparingDouble(Decisions.Period::load))
        .forEach(period ->
            byLoad
                .computeIfAbsent(period.load(), load -> new LinkedHashMap<>())
                .merge(period.serving(), period.seconds(), Double::sum));
    var lines = new ArrayList<String>();
    byLoad.forEach((load, seconds) -> {
      double whole = seconds.values().stream().mapToDouble(Double::doubleValue).sum();
      lines.add(
          "  at load %s: %s"
              .formatted(
                  Numbers.percent(load),
                  seconds.entrySet().stream()
                      .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                      .map(entry ->
                          "%s %s of the time"
                              .formatted(entry.getKey(), Numbers.percent(entry.getValue() / whole)))
                      .collect(Collectors.joining(", "))));
    });
    return lines;
  }

  private static String ends(List<Decisions> runs) {
    return runs.stream()
        .filter(run -> !run.periods().isEmpty())
        .collect(
            Collectors.groupingBy(
                run -> run.periods().getLast().serving(),
                LinkedHashMap::new,
                Collectors.counting()))
        .entrySet()
        .stream()
        .map(end -> "%s in %d".formatted(end.getKey(), end.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static Optional<String> why(Decisions decided) {
    return decided.events().reversed().stream()
        .filter(event -> TELLING.contains(event.kind()))
        .findFirst()
        .map(Decisions.Event::reason);
  }
}
