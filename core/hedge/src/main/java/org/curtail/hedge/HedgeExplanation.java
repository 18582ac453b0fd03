package org.curtail.hedge;

import java.util.Locale;
import org.curtail.reissue.ReissueGoal;
import org.jspecify.annotations.Nullable;

/** The text of {@link Hedge#explain}. */
final class HedgeExplanation {
  /** Lateness worth reporting, longer than usual pauses of the machine or the garbage collector. */
  private static final long LATE_NANOS = 100_000_000;

  private HedgeExplanation() {}

  static String of(HedgeSetup setup, HedgeParts parts, @Nullable HedgeWatch watch) {
    var lines = new StringBuilder();
    add(lines, "hedge " + setup.name() + ": " + HedgeWords.policy(parts.schedule().policy()));
    ReissueGoal goal = setup.goal();
    if (goal != null) {
      add(
          lines,
          "goal: least p%s, with %s more calls"
              .formatted(plain(goal.percentile()), HedgeWords.percent(goal.budget())));
    }
    HedgeMetrics.Counts counts = parts.meters.counts();
    double sent = counts.calls() == 0 ? 0 : (double) counts.sent() / counts.calls();
    add(
        lines,
        String.format(
            Locale.ROOT,
            "budget: %s of the calls, %.1f of %d tokens left; sent so far %d of %d calls (%s)",
            HedgeWords.percent(parts.budget.fraction()),
            parts.budget.tokens(),
            parts.budget.burst(),
            counts.sent(),
            counts.calls(),
            HedgeWords.percent(sent)));
    long answered = parts.meters.answered();
    if (answered < setup.leastSamples()) {
      add(
          lines,
          "samples: " + answered + " answers, no hedge before there are " + setup.leastSamples());
    }
    if (watch != null) {
      HedgeWatch.Reasons reasons = watch.reasons();
      addUnlessEmpty(lines, "plan: ", reasons.plan());
      addUnlessEmpty(lines, "load: ", reasons.load());
    }
    if (parts.schedule().hasLastResort()) {
      add(
          lines,
          "last resort: a call without a copy gets one after %s whatever the plan says, or later if it is refused"
              .formatted(HedgeWords.millis(parts.schedule().lastResortNanos(0) / 1e6)));
    }
    addUnlessEmpty(lines, "load: ", guard(parts.gate.guard().state()));
    long behindNanos = parts.timer.behindNanos(parts.clock.now());
    if (behindNanos >= LATE_NANOS) {
      add(
          lines,
          "time: late by %s. The timer thread runs the start of a copy or a listener that does not return; other hedges and deadlines wait for it"
              .formatted(HedgeWords.millis(behindNanos / 1e6)));
    }
    if (parts.isClosed()) {
      add(lines, "closed: nothing is sent any more");
    }
    return lines.toString();
  }

  private static void add(StringBuilder to, String line) {
    to.append(line).append('\n');
  }

  private static void addUnlessEmpty(StringBuilder to, String before, String text) {
    if (!text.isEmpty()) {
      add(to, before + text);
    }
  }

  private static String plain(double value) {
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%.0f", value)
        : Double.toString(value);
  }

  /**
   * Returns a sentence about hedges that the load guard suppresses; empty if it suppresses none.
   */
  static String guard(LoadGuard.State state) {
    if (state.recentOpen() == 1) {
      return "";
    }
    return "%s of the due hedges may be sent: %s of the latest calls had no answer when their hedge was due%s%s, so all replicas seem slow."
        .formatted(
            HedgeWords.percent(state.recentOpen()),
            HedgeWords.percent(state.recentShare()),
            state.areAtSeveralReplicas() ? ", at several replicas or nearly all of them" : "",
            state.usualShare() < 0
                ? ""
                : ", where " + HedgeWords.percent(state.usualShare()) + " is usual");
  }
}
