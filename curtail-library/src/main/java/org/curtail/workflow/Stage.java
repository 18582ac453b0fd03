package org.curtail.workflow;

import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A service at its place in a workflow. Immutable.
 *
 * <p><b>Calls within calls.</b> A stage with {@code within} is called by that stage while it works.
 * The caller's times are then its own, without those of the stages within it: a visit first takes
 * the caller's own time, then its stages within run, ordered among themselves by {@code after}, and
 * it ends when the last of these ends. A copy of the caller runs all of that again, and the stages
 * within send their own copies in it as they do in the first attempt. So a copy of the caller costs
 * its own cost and that of all stages within, with their copies: {@link Workflow#copyCost}.
 *
 * @param name unique in its workflow, not blank
 * @param after names of the stages that must end before this one begins, each once; none if it
 *     begins with the request, or with the stage that it is within. All are within the same stage
 * @param within name of the stage that calls this one; null if the workflow itself does
 * @param cost what one more visit costs, all responders together, in any unit that all stages
 *     share: finite, above 0. A copy of one responder's call costs this divided by their count
 * @param times of one call to one responder
 * @param responders servers asked by a visit
 */
public record Stage(
    String name,
    List<String> after,
    @Nullable String within,
    double cost,
    StageTimes times,
    Responders responders) {
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
  }

  /** A stage that the workflow calls, with one responder. */
  public static Stage of(String name, List<String> after, double cost, StageTimes times) {
    return new Stage(name, after, null, cost, times, Responders.ONE);
  }

  /** The same stage that asks other servers. */
  public Stage asking(Responders others) {
    return new Stage(name, after, within, cost, times, others);
  }

  /** The same stage, called by another one. */
  public Stage within(String caller) {
    return new Stage(name, after, caller, cost, times, responders);
  }
}
