package org.curtail.workflow.estimate;

import java.util.Arrays;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.workflow.CurvePoint;
import org.curtail.workflow.Responders;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.estimate.KthAnswer.KthAnswerTable;
import org.curtail.workflow.visit.OrderStatistic;
import org.jspecify.annotations.Nullable;

/**
 * Mean and variance of a visit of a stage, and its share of calls with a copy, for any policy with
 * at most one copy. The results are exact, without random numbers. The measured times give the
 * probability that a call ends within t. Calls are independent of each other, so {@link KthAnswer}
 * gives the end of the visit.
 *
 * <p>If enough other calls have answered before the delay, a call sends no copy. Immutable.
 */
public final class VisitMoments implements VisitModel {
  private final double[] first;

  /** Sorted if independent of the first times; otherwise in the order of the first times. */
  private final double[] second;

  private final boolean paired;
  private final KthAnswerTable enough;
  private final @Nullable KthAnswer enoughOthers;

  /** A share of this many answered calls ends no visit. */
  private final int tooFew;

  private final double meanMillis;

  public VisitMoments(StageTimes times, Responders responders) {
    paired = times.arePairs();
    if (paired) {
      int[] order = ascending(times);
      first = Arrays.stream(order).mapToDouble(times::firstMillis).toArray();
      second = Arrays.stream(order).mapToDouble(times::secondMillis).toArray();
    } else {
      first = times.firstMillis();
      Arrays.sort(first);
      second = first;
    }
    enough = new KthAnswerTable(new KthAnswer(responders.count(), responders.needed()));
    enoughOthers =
        responders.needed() < responders.count()
            ? new KthAnswer(responders.count() - 1, responders.needed())
            : null;
    tooFew = Math.max(0, (int) Math.floor(first.length * (1 - enough.missingFrom())) - 1);
    meanMillis = new Walk(Double.POSITIVE_INFINITY, 0).mean;
  }

  private static int[] ascending(StageTimes times) {
    Integer[] order = new Integer[times.size()];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Double.compare(times.firstMillis(a), times.firstMillis(b)));
    return Arrays.stream(order).mapToInt(Integer::intValue).toArray();
  }

  @Override
  public AfterDelay after(double delayMillis) {
    double share = shareSent(delayMillis);
    var untilThen = new Walk(delayMillis, meanMillis);
    double[] copies = paired ? pairsWithCopies(delayMillis) : second;
    return probability -> {
      var walk = new Walk(untilThen);
      if (paired) {
        walk.throughPairs(probability, copies);
      } else {
        walk.throughIndependent(delayMillis, probability);
      }
      return new CurvePoint(
          probability == 0 ? ReissuePolicy.NONE : ReissuePolicy.singleR(delayMillis, probability),
          probability * share,
          Math.max(0, meanMillis + walk.mean),
          Math.max(0, walk.square - walk.mean * walk.mean));
    };
  }

  @Override
  public double shareSent(double delayMillis) {
    return sentOf(lateShare(delayMillis));
  }

  /** Returns the share of calls without an answer after a delay. */
  public double lateShare(double delayMillis) {
    return (double) (first.length - OrderStatistic.within(first, delayMillis)) / first.length;
  }

  /**
   * Returns the share of calls with a copy.
   *
   * @param late share of calls without an answer at the delay
   */
  public double sentOf(double late) {
    return enoughOthers == null ? late : late * (1 - enoughOthers.reached(late));
  }

  @Override
  public double delayMillis(double share) {
    return delayMillis(first, share);
  }

  /** Returns the least delay after which at most a share of these calls has no answer. */
  static double delayMillis(double[] ascending, double share) {
    // The product may be slightly less than a whole number in binary.
    int late = (int) Math.floor(share * ascending.length * (1 + 1e-12));
    return late >= ascending.length - OrderStatistic.within(ascending, 0)
        ? 0
        : ascending[ascending.length - late - 1];
  }

  @Override
  public int calls() {
    return first.length;
  }

  /** Returns the ends of the late calls of pairs if each has a copy, ascending. */
  private double[] pairsWithCopies(double delay) {
    int late = OrderStatistic.within(first, delay);
    double[] withCopy = new double[first.length - late];
    for (int i = late; i < first.length; i++) {
      withCopy[i - late] = Math.min(first[i], delay + second[i]);
    }
    Arrays.sort(withCopy);
    return withCopy;
  }

  /**
   * A walk through all possible ends of a call in ascending order. The walk adds up two
   * expectations: the distance of a visit's end from a centre, and the square of this distance. The
   * walk up to the delay is the same for all probabilities.
   */
  private final class Walk {
    private final double centre;

    /** Number of original calls with an answer. */
    private int answered;

    /** Probability that the visit has ended. */
    private double reached;

    private double mean;
    private double square;

    /** Walks up to the delay. */
    Walk(double delay, double centre) {
      this.centre = centre;
      int n = first.length;
      int before = OrderStatistic.within(first, Math.nextDown(delay));
      answered = Math.min(before, tooFew);
      while (reached < 1 && answered < before) {
        double t = first[answered];
        while (answered < n && first[answered] <= t) {
          answered++;
        }
        reach((double) (n - answered) / n, t);
      }
    }

    Walk(Walk other) {
      centre = other.centre;
      answered = other.answered;
      reached = other.reached;
      mean = other.mean;
      square = other.square;
    }

    private void reach(double missing, double t) {
      double next = enough.reached(missing);
      double off = t - centre;
      double more = (next - reached) * off;
      mean += more;
      square += more * off;
      reached = next;
    }

    void throughIndependent(double delay, double probability) {
      int n = first.length;
      double perPair = 1.0 / ((double) n * n);
      int calls = answered;
      int copies = 0;
      // This loop dominates the time of planning, so it uses local variables.
      double ended = reached;
      double sum = mean;
      double squares = square;
      while (ended < 1 && calls < n) {
        double t = first[calls];
        if (probability > 0 && copies < n && delay + second[copies] < t) {
          t = delay + second[copies];
        }
        while (calls < n && first[calls] <= t) {
          calls++;
        }
        while (copies < n && delay + second[copies] <= t) {
          copies++;
        }
        double next = enough.reached((n - calls) * (n - probability * copies) * perPair);
        double off = t - centre;
        double more = (next - ended) * off;
        sum += more;
        squares += more * off;
        ended = next;
      }
      answered = calls;
      reached = ended;
      mean = sum;
      square = squares;
    }

    /** Walks on with the measured pairs of original and copy. */
    void throughPairs(double probability, double[] withCopy) {
      int n = first.length;
      int late = n - withCopy.length;
      int copies = 0;
      while (reached < 1 && answered < n) {
        double t = first[answered];
        if (probability > 0 && copies < withCopy.length && withCopy[copies] < t) {
          t = withCopy[copies];
        }
        while (answered < n && first[answered] <= t) {
          answered++;
        }
        while (copies < withCopy.length && withCopy[copies] <= t) {
          copies++;
        }
        int early = Math.max(0, late - answered);
        double missing =
            (early
                    + (1 - probability) * (n - Math.max(late, answered))
                    + probability * (withCopy.length - copies))
                / n;
        reach(missing, t);
      }
    }
  }
}
