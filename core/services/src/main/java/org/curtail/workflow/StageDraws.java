package org.curtail.workflow;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The random draws of a stage's calls: the times of original call and copy, and the coin that
 * decides on the copy. A request and a responder, both from 0, identify a call. Calls within a copy
 * of another stage are {@code inside} it, see {@link StageRandom}. Immutable.
 */
final class StageDraws {
  private final StageRandom firsts;
  private final StageRandom seconds;
  private final StageRandom coins;

  /** The same for all stages, so that they draw the same trace. */
  private final StageRandom traces;

  private final int responders;
  private final double[] firstMillis;
  private final double @Nullable [] secondMillis;
  private final @Nullable ResponderTraces visits;

  /** By trace, NaN if it did not visit the stage; null if the stage was not traced. */
  private final double @Nullable [] tracedMillis;

  /**
   * Creates the draws of a stage.
   *
   * @param stage index of the stage
   */
  StageDraws(Workflow workflow, int stage, long seed) {
    firsts = new StageRandom(seed, stage, StageRandom.Purpose.FIRST);
    seconds = new StageRandom(seed, stage, StageRandom.Purpose.SECOND);
    coins = new StageRandom(seed, stage, StageRandom.Purpose.COIN);
    traces = new StageRandom(seed, 0, StageRandom.Purpose.TRACE);
    Stage of = workflow.stages().get(stage);
    responders = of.responders().count();
    visits = of.traces();
    tracedMillis = traced(workflow, of.name());
    StageTimes times = of.times();
    // Sorted only if times near a traced one are searched for.
    int[] order =
        (tracedMillis != null || visits != null) && times.arePairs()
            ? ascending(times)
            : inOrder(times);
    firstMillis = Arrays.stream(order).mapToDouble(times::firstMillis).toArray();
    secondMillis =
        times.arePairs() ? Arrays.stream(order).mapToDouble(times::secondMillis).toArray() : null;
  }

  /** Creates the draws of a stage that is a workflow by itself. */
  static StageDraws alone(Stage stage, long seed) {
    return new StageDraws(Workflow.of(stage.name(), List.of(stage.alone())), 0, seed);
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
  double firstMillis(long request, int responder, long inside) {
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
  double secondMillis(long request, int responder, long inside, double first) {
    long place = place(request, responder);
    if (secondMillis == null) {
      return firstMillis[seconds.below(firstMillis.length, place, inside)];
    }
    return secondMillis[
        tracedMillis == null && visits == null
            ? firsts.below(firstMillis.length, place, inside)
            : nearest(first, place, inside)];
  }

  /** Returns one of the pairs with the nearest first time; the lesser one of two equally near. */
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

  /** Returns the number of first times below a limit, or not above it. */
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

  /** True if a copy of this probability is sent. */
  boolean sendsCopy(double probability, long request, int responder, long inside) {
    return coins.unit(place(request, responder), inside) < probability;
  }
}
