package org.curtail.workflow;

import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A service at its place in a workflow. Immutable.
 *
 * <p><b>Nested calls.</b> If {@code within} names a stage, this caller calls the nested stage while
 * it works. The caller's times are its own, without those of nested stages. A visit first takes the
 * caller's own time; then the nested stages run in the order of {@code after}; the visit ends with
 * the last of them. A copy of the caller runs all of that again, and its nested stages send their
 * own copies. Such a copy costs as much as the caller and all nested stages with their copies:
 * {@link Workflow#copyCost}. Only a stage with one responder can call other stages.
 *
 * @param name unique in its workflow, not blank
 * @param after names of the stages that must end before this stage begins, each once; all have the
 *     same {@code within}. Empty if this stage begins with the request or with its caller
 * @param within name of the calling stage; null if the workflow itself calls this stage
 * @param cost cost of one visit, all responders together, in any unit that all stages share:
 *     finite, above 0. A copy of a call to one responder costs this divided by the number of
 *     responders
 * @param times times of one call to one responder
 * @param responders servers asked by a visit
 * @param traces measured visits, with a time for each of {@code responders}. The original calls of
 *     a visit take the times of one trace; the times of copies are drawn from {@code times}. Null
 *     if each responder's time is drawn independently
 * @param utility utility that the answer of this stage adds to the whole answer (u_s in Kwiken,
 *     section 4.2.2), in any unit that all stages share: finite, at least 0. A stage of utility 0
 *     is needed: without it, the whole answer has no use. See {@link LossComposition}
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

  /** Creates a needed stage (utility 0) with independent responders. */
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

  /** Returns this stage with other responders, independent of each other. */
  public Stage asking(Responders others) {
    return new Stage(name, after, within, cost, times, others, null, utility);
  }

  /**
   * Returns this stage with traced visits.
   *
   * @param visits traces with a time for each responder of the stage
   */
  public Stage traced(ResponderTraces visits) {
    return new Stage(name, after, within, cost, times, responders, visits, utility);
  }

  /** Returns this stage with another caller; null for the workflow itself. */
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
}
