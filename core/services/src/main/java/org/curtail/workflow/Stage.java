package org.curtail.workflow;

import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A service at its place in a workflow. Immutable.
 *
 * <p><b>Nested calls.</b> A stage whose {@code within} names a caller is called by that stage while
 * it works. The caller's times are then its own, without those of its nested stages: a visit takes
 * the caller's own time first; then the nested stages run, ordered among themselves by {@code
 * after}; the visit ends with the last of them. A copy of the caller runs all of that again, and
 * its nested stages send their own copies. A copy of the caller therefore costs its own cost and
 * that of all nested stages with their copies: {@link Workflow#copyCost}. Only a stage with one
 * responder can call others; a stage that follows several responders comes after them.
 *
 * @param name unique in its workflow, not blank
 * @param after names of the stages that must end before this one begins, each once; empty if it
 *     begins with the request or with its caller. All have the same {@code within}
 * @param within name of the calling stage; null if the workflow itself calls this one
 * @param cost cost of one visit, all responders together, in any unit that all stages share:
 *     finite, above 0. A copy of one responder's call costs this divided by their count
 * @param times times of one call to one responder
 * @param responders servers asked by a visit
 * @param traces measured whole visits, with a time for each of {@code responders}: a visit's
 *     original calls take the times of one trace, copies take theirs from {@code times}. Null if
 *     each responder's time is drawn independently
 * @param utility utility that the answer of this stage adds to the whole, beside other such stages:
 *     u_s in Kwiken, section 4.2.2, in any unit that all stages share, finite, above 0; 0 if the
 *     whole is of no use without this stage. See {@link LossComposition}
 */
public record Stage(
    String name,
    List<String> after,
    @Nullable String within,
    double cost,
    StageTimes times,
    Responders responders,
    @Nullable ResponderTraces traces,
    double utility) {
  public Stage {
    after = List.copyOf(after);
    if (name.isBlank()) {
      throw new IllegalArgumentException("the name of a stage must not be blank");
    }
    if (!(cost > 0 && cost < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "cost of stage " + name + " must be above 0 and finite: " + cost);
    }
    if (new HashSet<>(after).size() < after.size()) {
      throw new IllegalArgumentException("stage " + name + " names a stage twice: " + after);
    }
    if (traces != null && traces.responders() != responders.count()) {
      throw new IllegalArgumentException(
          "stage %s asks %d servers, but its traces have %d"
              .formatted(name, responders.count(), traces.responders()));
    }
    if (!(utility >= 0 && utility < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "utility of stage " + name + " must be at least 0 and finite: " + utility);
    }
  }

  /** Creates a stage with independent responders that the whole cannot do without. */
  public Stage(
      String name,
      List<String> after,
      @Nullable String within,
      double cost,
      StageTimes times,
      Responders responders) {
    this(name, after, within, cost, times, responders, null, 0);
  }

  /** Returns a stage with one responder that the workflow itself calls. */
  public static Stage of(String name, List<String> after, double cost, StageTimes times) {
    return new Stage(name, after, null, cost, times, Responders.ONE);
  }

  /** Returns this stage with other servers, independent of each other. */
  public Stage asking(Responders others) {
    return new Stage(name, after, within, cost, times, others, null, utility);
  }

  /**
   * Returns this stage with traced visits.
   *
   * @param visits traces with as many servers as the stage asks
   */
  public Stage traced(ResponderTraces visits) {
    return new Stage(name, after, within, cost, times, responders, visits, utility);
  }

  /** Returns this stage, called by another one, or by the workflow itself if null. */
  public Stage within(@Nullable String caller) {
    return new Stage(name, after, caller, cost, times, responders, traces, utility);
  }

  /** Returns this stage with another {@link #utility}. */
  public Stage worth(double use) {
    return new Stage(name, after, within, cost, times, responders, traces, use);
  }

  /** Returns this stage with other times and traces. */
  Stage measured(StageTimes others, @Nullable ResponderTraces visits) {
    return new Stage(name, after, within, cost, others, responders, visits, utility);
  }

  /** Returns this stage as the only one of a workflow, without utility. */
  Stage alone() {
    return new Stage(name, List.of(), null, cost, times, responders, traces, 0);
  }
}
