package org.curtail.workflow;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What chance decides for the calls of a stage: the times of both attempts, and the coin of the
 * copy. A call is named by its request and its responder, both from 0. Calls within a copy of
 * another stage are {@code inside} it, see {@link Chance}. Immutable.
 */
final class StageDraws {
  private final Chance firsts;
  private final Chance seconds;
  private final Chance coins;

  /** The same for all stages, so that they draw the same trace. */
  private final Chance traces;

  private final int responders;
  private final double[] firstMillis;
  private final double @Nullable [] secondMillis;
  private final @Nullable ResponderTraces visits;

  /** By trace, NaN where it did not visit the stage; null if the stage was not traced. */
  private final double @Nullable [] tracedMillis;

  /**
   * What the calls of a stage meet.
   *
   * @param stage by index
   */
  StageDraws(Workflow workflow, int stage, long seed) {
    firsts = new Chance(seed, stage, Chance.Purpose.FIRST);
    seconds = new Chance(seed, stage, Chance.Purpose.SECOND);
    coins = new Chance(seed, stage, Chance.Purpose.COIN);
    traces = new Chance(seed, 0, Chance.Purpose.TRACE);
    Stage of = workflow.stages().get(stage);
    responders = of.responders().count();
    visits = of.traces();
    tracedMillis = traced(workflow, of.name());
    StageTimes times = of.times();
    // Searched for what is nearest to a traced time; else only drawn from.
    int[] order =
        (tracedMillis != null || visits != null) && times.arePairs()
            ? ascending(times)
            : inOrder(times);
    firstMillis = Arrays.stream(order).mapToDouble(times::firstMillis).toArray();
    secondMillis =
        times.arePairs() ? Arrays.stream(order).mapToDouble(times::secondMillis).toArray() : null;
  }

  /** What the calls of a stage meet that is a workflow by itself. */
  static StageDraws alone(Stage stage, long seed) {
    Stage asking =
        Stage.of(stage.name(), List.of(), stage.cost(), stage.times()).asking(stage.responders());
    ResponderTraces traces = stage.traces();
    Stage alone = traces == null ? asking : asking.traced(traces);
    return new StageDraws(Workflow.of(stage.name(), List.of(alone)), 0, seed);
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

  /** The time of the first attempt of a call; NaN if the request does not visit the stage. */
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
   * The time of the second attempt of a call.
   *
   * @param first the time of the first one
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

  /** One of the pairs whose first time is nearest; the lesser one if two are as near. */
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

  /** How many first times are less than a limit, or not above it. */
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

  /** Whether a copy is sent that is sent with this probability. */
  boolean tossed(double probability, long request, int responder, long inside) {
    return coins.unit(place(request, responder), inside) < probability;
  }
}
