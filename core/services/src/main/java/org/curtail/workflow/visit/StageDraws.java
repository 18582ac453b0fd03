package org.curtail.workflow.visit;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.workflow.JointTraces;
import org.curtail.workflow.ResponderTraces;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;
import org.jspecify.annotations.Nullable;

/**
 * The random draws of a stage's calls: the times of original call and copy, and the coin that
 * decides on the copy. A request, a responder (both from 0) and {@code inside} identify a call;
 * {@code inside} stands for the copy of another stage around the call, see {@link StageRandom}.
 * Immutable.
 */
public final class StageDraws {
  private final StageRandom firsts;
  private final StageRandom seconds;
  private final StageRandom coins;

  /** The same sequence for all stages, so that they draw the same trace. */
  private final StageRandom traces;

  private final int responders;
  private final double[] firstMillis;
  private final double @Nullable [] secondMillis;
  private final @Nullable ResponderTraces visits;

  /**
   * Time of the stage by trace; NaN if the trace did not visit the stage. Null if the stage was not
   * traced.
   */
  private final double @Nullable [] tracedMillis;

  /**
   * Creates the draws of a stage.
   *
   * @param stage index of the stage
   */
  public StageDraws(Workflow workflow, int stage, long seed) {
    firsts = new StageRandom(seed, stage, StageRandom.Purpose.FIRST);
    seconds = new StageRandom(seed, stage, StageRandom.Purpose.SECOND);
    coins = new StageRandom(seed, stage, StageRandom.Purpose.COIN);
    traces = new StageRandom(seed, 0, StageRandom.Purpose.TRACE);
    Stage of = workflow.stages().get(stage);
    responders = of.responders().count();
    visits = of.traces();
    tracedMillis = traced(workflow, of.name());
    StageTimes times = of.times();
    // Only the search for the nearest time needs sorted times.
    int[] order =
        (tracedMillis != null || visits != null) && times.arePairs()
            ? ascending(times)
            : inOrder(times);
    firstMillis = Arrays.stream(order).mapToDouble(times::firstMillis).toArray();
    secondMillis =
        times.arePairs() ? Arrays.stream(order).mapToDouble(times::secondMillis).toArray() : null;
  }

  /** Creates the draws of a stage outside of its workflow. */
  public static StageDraws alone(Stage stage, long seed) {
    return new StageDraws(workflowOf(stage), 0, seed);
  }

  /** Returns a workflow of this stage alone, without predecessors, caller and utility. */
  public static Workflow workflowOf(Stage stage) {
    var alone =
        new Stage(
            stage.name(),
            List.of(),
            null,
            stage.cost(),
            stage.times(),
            stage.responders(),
            stage.traces(),
            0);
    return Workflow.of(stage.name(), List.of(alone));
  }

  private static double @Nullable [] traced(Workflow workflow, String stage) {
    JointTraces joint = workflow.joint();
    int column = joint == null ? -1 : joint.stages().indexOf(stage);
    if (joint == null || column < 0) {
      return null;
    }
    return IntStream.range(0, joint.size()).mapToDouble(i -> joint.millis(i, column)).toArray();
  }

  private static int[] inOrder(StageTimes times) {
    return IntStream.range(0, times.size()).toArray();
  }

  private static int[] ascending(StageTimes times) {
    return IntStream.range(0, times.size())
        .boxed()
        .sorted(Comparator.comparingDouble(times::firstMillis))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** Returns the time of an original call; NaN if the request does not visit the stage. */
  public double firstMillis(long request, int responder, long inside) {
    if (tracedMillis != null) {
      return tracedMillis[traces.below(tracedMillis.length, request, inside)];
    }
    if (visits != null) {
      return visits.millis(firsts.below(visits.size(), request, inside), responder);
    }
    return firstMillis[firsts.below(firstMillis.length, place(request, responder), inside)];
  }

  private long place(long request, int responder) {
    return request * responders + responder;
  }

  /**
   * Returns the time of a copy.
   *
   * @param first time of the original call
   */
  public double secondMillis(long request, int responder, long inside, double first) {
    long place = place(request, responder);
    if (secondMillis == null) {
      return firstMillis[seconds.below(firstMillis.length, place, inside)];
    }
    return secondMillis[
        tracedMillis == null && visits == null
            ? firsts.below(firstMillis.length, place, inside)
            : nearest(first, place, inside)];
  }

  /**
   * Returns a pair with the nearest first time. If two first times are equally near, the lesser
   * one.
   */
  private int nearest(double millis, long place, long inside) {
    int above = beyond(millis, false);
    boolean lesser =
        above > 0
            && (above == firstMillis.length
                || millis - firstMillis[above - 1] <= firstMillis[above] - millis);
    double found = firstMillis[lesser ? above - 1 : above];
    int from = beyond(found, false);
    return from + seconds.below(beyond(found, true) - from, place, inside);
  }

  /** Returns the number of first times below a limit, or up to it. */
  private int beyond(double limit, boolean equalToo) {
    int low = 0;
    int high = firstMillis.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (firstMillis[middle] < limit || (equalToo && firstMillis[middle] == limit)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** True if the coin allows a copy, which has this probability. */
  public boolean sendsCopy(double probability, long request, int responder, long inside) {
    return coins.unit(place(request, responder), inside) < probability;
  }
}
