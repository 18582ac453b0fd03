package org.curtail.benchkit.policyruns;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.curtail.benchkit.results.Decisions;
import org.curtail.benchkit.text.Numbers;
import org.curtail.runtime.Autopilot;
import org.curtail.runtime.Metrics;
import org.jspecify.annotations.Nullable;

/**
 * The serving time of an automatic policy: blocks without the time between them. For one thread.
 */
public final class ServedTime {
  private static final double NANOS_PER_SECOND = 1e9;

  /** An interval with one load, by the policy's clock. */
  private record Stretch(long fromNanos, long toNanos, double load) {}

  private final List<Stretch> stretches = new ArrayList<>();

  /**
   * Adds an interval after the previous intervals.
   *
   * @param load offered load, as a share of the capacity of the cores with one thread per request
   */
  public void add(long fromNanos, long toNanos, double load) {
    stretches.add(new Stretch(fromNanos, Math.max(fromNanos, toNanos), load));
  }

  /**
   * Returns the decisions in this time.
   *
   * @param policy name of the policy
   * @param load load of all intervals; null if loads differ
   * @param seed seed of the run
   * @param history decisions in order of time, by the clock of the intervals
   */
  public Decisions decisions(
      String policy,
      @Nullable Double load,
      long seed,
      Metrics.Decisions counts,
      List<Autopilot.Decision> history) {
    OptionalLong before = counts.requestsBeforePlan();
    return new Decisions(
        policy,
        load,
        seed,
        seconds(Long.MAX_VALUE),
        counts.requests(),
        counts.safeShare(),
        before.isEmpty() ? null : (Integer) (int) Math.min(before.getAsLong(), Integer.MAX_VALUE),
        counts.plans(),
        counts.switches(),
        counts.fallBacks(),
        counts.drifts(),
        counts.regretShare(),
        state(counts, history),
        periods(history),
        history.stream()
            .filter(decision -> !decision.kind().equals("Frozen"))
            .map(decision ->
                new Decisions.Event(
                    seconds(decision.atNanos()),
                    decision.kind(),
                    decision.what(),
                    decision.reason()))
            .toList());
  }

  /** Returns the progress as text. */
  private static String state(Metrics.Decisions counts, List<Autopilot.Decision> history) {
    String safe = Numbers.percent(counts.safeShare());
    if (counts.requestsBeforePlan().isPresent()) {
      return "serves by %s at the end; %s of the requests were served by the safe policy"
          .formatted(
              history.isEmpty() ? Autopilot.Decision.SAFE : history.getLast().serving(), safe);
    }
    boolean isPlanning = history.stream().anyMatch(decision -> decision.kind().equals("PlanBegun"));
    return "%s: served %s by the safe policy"
        .formatted(isPlanning ? "still planning" : "still learning", safe);
  }

  /**
   * Returns the serving time until a moment; a moment between two intervals counts as the end of
   * the earlier one.
   */
  private double seconds(long nanos) {
    long served = 0;
    for (Stretch stretch : stretches) {
      served += Math.clamp(nanos, stretch.fromNanos(), stretch.toNanos()) - stretch.fromNanos();
    }
    return served / NANOS_PER_SECOND;
  }

  private List<Decisions.Period> periods(List<Autopilot.Decision> history) {
    var periods = new ArrayList<Decisions.Period>();
    String serving = Autopilot.Decision.SAFE;
    int next = 0;
    for (Stretch stretch : stretches) {
      long from = stretch.fromNanos();
      while (next < history.size() && history.get(next).atNanos() < stretch.toNanos()) {
        Autopilot.Decision decision = history.get(next);
        next++;
        if (!decision.serving().equals(serving)) {
          long at = Math.max(from, decision.atNanos());
          add(periods, from, at, stretch.load(), serving);
          from = at;
          serving = decision.serving();
        }
      }
      add(periods, from, stretch.toNanos(), stretch.load(), serving);
    }
    return periods;
  }

  private void add(
      List<Decisions.Period> periods, long fromNanos, long toNanos, double load, String serving) {
    if (toNanos <= fromNanos) {
      return;
    }
    double from = seconds(fromNanos);
    double to = seconds(toNanos);
    Decisions.Period last = periods.isEmpty() ? null : periods.getLast();
    if (last != null && last.serving().equals(serving) && last.load() == load) {
      periods.set(periods.size() - 1, new Decisions.Period(last.fromSeconds(), to, load, serving));
    } else {
      periods.add(new Decisions.Period(from, to, load, serving));
    }
  }
}
