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
 * its own cost and that of all stages within, with their copies: {@link Workflow#copyCost}. Only
 * stages with one responder call others; what several responders call is a stage after them.
 *
 * @param name unique in its workflow, not blank
 * @param after names of the stages that must end before this one begins, each once; none if it
 *     begins with the request, or with the stage that it is within. All are within the same stage
 * @param within name of the stage that calls this one; null if the workflow itself does
 * @param cost what one more visit costs, all responders together, in any unit that all stages
 *     share: finite, above 0. A copy of one responder's call costs this divided by their count
 * @param times of one call to one responder
 * @param responders servers asked by a visit
 * @param traces whole visits as they were measured, with a time for each of {@code responders}; a
 *     visit's first attempts are then those of one trace, while copies take their times from {@code
 *     times}. Null if each responder's time is drawn for itself
 * @param utility what the answer of this stage adds to the whole, beside that of others which add
 *     theirs: u_s in Kwiken, section 4.2.2, in any unit that all stages share, finite, above 0; 0
 *     if the whole is of no use without it. See {@link LossComposition}
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

  /** A stage whose responders are independent of each other, and which the whole cannot miss. */
  public Stage(
      String name,
      List<String> after,
      @Nullable String within,
      double cost,
      StageTimes times,
      Responders responders) {
    this(name, after, within, cost, times, responders, null, 0);
  }

  /** A stage that the workflow calls, with one responder. */
  public static Stage of(String name, List<String> after, double cost, StageTimes times) {
    return new Stage(name, after, null, cost, times, Responders.ONE);
  }

  /** The same stage that asks other servers, independent of each other. */
  public Stage asking(Responders others) {
    return new Stage(name, after, within, cost, times, others, null, utility);
  }

  /**
   * The same stage, of which whole visits were traced.
   *
   * @param visits which ask as many servers as the stage does
   */
  public Stage traced(ResponderTraces visits) {
    return new Stage(name, after, within, cost, times, responders, visits, utility);
  }

  /** The same stage, called by another one. */
  public Stage within(String caller) {
    return new Stage(name, after, caller, cost, times, responders, traces, utility);
  }

  /** The same stage, of so much use beside others. */
  public Stage worth(double use) {
    return new Stage(name, after, within, cost, times, responders, traces, use);
  }
}
