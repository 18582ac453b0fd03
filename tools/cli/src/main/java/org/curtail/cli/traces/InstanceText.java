package org.curtail.cli.traces;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Output;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.curtail.traces.instances.InstanceMap;
import org.curtail.traces.instances.InstanceVisits;
import org.curtail.traces.instances.InstanceVisits.Excess;
import org.curtail.traces.instances.WithoutFlaky;
import org.curtail.traces.workflow.Forecast;
import org.curtail.traces.workflow.TracedWorkflow;
import org.curtail.traces.workflow.WhatIf;
import org.jspecify.annotations.Nullable;

/**
 * Instances of services by time, for people and programs.
 *
 * @param without gain without calls to flaky instances; null with too few requests
 */
record InstanceText(InstanceMap map, @Nullable WithoutFlaky without) {
  private static final int SHOWN = 20;
  private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

  /** Signs of the share of slow visits: up to a tenth, a fifth, two fifths, and more. */
  private static final List<String> SHADES = List.of(".", "-", "+", "#");

  /** Returns the instances of a workflow; empty if the spans name none. */
  static Optional<InstanceText> of(TracedWorkflow workflow, long seed) {
    InstanceMap map = InstanceMap.of(workflow.traces());
    return map.instances().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new InstanceText(
                map,
                workflow.traces().size() < 2 * WhatIf.LEAST_REQUESTS
                    ? null
                    : WithoutFlaky.of(WhatIf.of(workflow, seed))));
  }

  void addTo(Output output) {
    Table<InstanceVisits> table =
        Table.of(map.instances())
            .add("service", "service", Unit.NAME, InstanceVisits::service)
            .add("instance", "instance", Unit.NAME, InstanceVisits::instance)
            .field("flaky", InstanceVisits::isFlaky)
            .add("visits", "visits", Unit.COUNT, InstanceVisits::visits)
            .add("slow", "slow", Unit.PERCENT, InstanceVisits::share)
            .add("others", "slowOfOthers", Unit.PERCENT, row -> of(row, Excess::ofOthers))
            .field("more", row -> of(row, Excess::more))
            .field("moreLow", row -> of(row, Excess::low))
            .field("moreHigh", row -> of(row, Excess::high))
            .show("more (95 %)", Unit.TEXT, InstanceText::interval)
            .field("slots", InstanceText::slots)
            .show("by time", Unit.WORDS, InstanceText::shades);
    output
        .field("instances.fromSeconds", map.startNanos() / NANOS_PER_SECOND)
        .field("instances.slotSeconds", map.slotNanos() / NANOS_PER_SECOND)
        .field("instances.all", table.records())
        .line(
            "Slow: own time beyond the p95 of the stage. By time, a sign for %s: %s up to 10, 20, 40 %% slow and more; ! beyond chance."
                .formatted(Numbers.time(map.slotNanos() / 1e6), String.join(" ", SHADES)))
        .table(table.first(SHOWN))
        .line(
            map.instances().size() <= SHOWN
                ? Optional.empty()
                : Optional.of("and %d more".formatted(map.instances().size() - SHOWN)))
        .gap()
        .line(flaky());
    if (without != null && !without.avoided().isEmpty()) {
      output
          .field("instances.without", names(without.avoided()))
          .field("instances.p50", AdviceText.fields(without.gain().p50()))
          .field("instances.p99", AdviceText.fields(without.gain().p99()))
          .field("instances.mean", AdviceText.fields(without.gain().mean()));
    }
    gain().ifPresent(output::line);
  }

  private static @Nullable Double of(InstanceVisits row, ToDoubleFunction<Excess> figure) {
    return row.excess() == null ? null : (Double) figure.applyAsDouble(row.excess());
  }

  private static @Nullable String interval(InstanceVisits row) {
    Excess excess = row.excess();
    return excess == null
        ? null
        : "%+.1f to %+.1f %%".formatted(100 * excess.low(), 100 * excess.high());
  }

  private static List<Map<String, @Nullable Object>> slots(InstanceVisits row) {
    return Table.of(row.slots())
        .field("visits", InstanceVisits.Slot::visits)
        .field("slow", InstanceVisits.Slot::slow)
        .field("hot", InstanceVisits.Slot::isHot)
        .records();
  }

  private static String shades(InstanceVisits row) {
    return row.slots().stream().map(InstanceText::shade).collect(Collectors.joining("", "|", "|"));
  }

  private static String shade(InstanceVisits.Slot slot) {
    return slot.isHot() ? "!" : slot.visits() == 0 ? " " : SHADES.get(shade(slot.share()));
  }

  /** Returns the shade of a share of slow visits, from 0 to 3. */
  static int shade(double share) {
    return share <= 0.1 ? 0 : share <= 0.2 ? 1 : share <= 0.4 ? 2 : 3;
  }

  /** Returns a sentence with the names of flaky instances. */
  String flaky() {
    List<InstanceVisits> flaky = map.flaky();
    return flaky.isEmpty()
        ? "No instance is slow more often than the others of its service, beyond chance."
        : "Flaky: %s."
            .formatted(
                flaky.stream()
                    .limit(SHOWN)
                    .map(row -> "%s of %s".formatted(row.instance(), row.service()))
                    .collect(Collectors.joining(", ")));
  }

  /** Returns a sentence on the gain without flaky instances; empty if there are none. */
  Optional<String> gain() {
    if (map.flaky().isEmpty()) {
      return Optional.empty();
    }
    if (without == null) {
      return Optional.of(
          "Fewer than %d requests are too few to forecast a gain."
              .formatted(2 * WhatIf.LEAST_REQUESTS));
    }
    if (without.avoided().isEmpty()) {
      return Optional.of(
          "In the first half of the requests none is flaky yet, so there is no gain to forecast for"
              + " the later half.");
    }
    Forecast.Gain p99 = without.gain().p99();
    return Optional.of(
        "With the calls to %s at other instances, p99 of the later half would be %s less (%s to %s) than %s%s."
            .formatted(
                String.join(", ", names(without.avoided())),
                Numbers.time(p99.gainMillis()),
                Numbers.time(p99.lowMillis()),
                Numbers.time(p99.highMillis()),
                Numbers.time(p99.millis()),
                p99.isShown() ? "" : ", which is not certain"));
  }

  private static List<String> names(List<InstanceVisits> instances) {
    return instances.stream().map(InstanceVisits::instance).toList();
  }
}
