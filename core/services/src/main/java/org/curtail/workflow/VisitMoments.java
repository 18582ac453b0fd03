package org.curtail.workflow;

import java.util.Arrays;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.workflow.KthAnswer.KthAnswerTable;
import org.jspecify.annotations.Nullable;

/**
 * Mean and variance of a visit of a stage, and its share of calls with a copy, for any policy with
 * one copy: exactly, without random numbers. The measured times give the probability that one call
 * ends within t; the visit ends with its {@link KthAnswer}, since calls have copies independently.
 *
 * <p>An unneeded call has no copy: if enough others have answered before the delay, it costs
 * nothing. Immutable.
 */
final class VisitMoments implements VisitModel {
  private final double[] first;

  /** Sorted, if independent of the first times; otherwise in their order. */
  private final double[] second;

  private final boolean paired;
  private final KthAnswerTable enough;
  private final @Nullable KthAnswer enoughOthers;

  /** A number of answers too small to end a visit. */
  private final int tooFew;

  private final double meanMillis;

  VisitMoments(StageTimes times, Responders responders) {
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
  double lateShare(double delayMillis) {
    return (double) (first.length - Visits.within(first, delayMillis)) / first.length;
  }

  /** Returns the share of calls with a copy if {@code late} of them have no answer at the delay. */
  double sentOf(double late) {
    return enoughOthers == null ? late : late * (1 - enoughOthers.reached(late));
  }

  @Override
  public double delayMillis(double share) {
    return delayMillis(first, share);
  }

  /** Returns the least delay after which at most a share of these calls is without an answer. */
  static double delayMillis(double[] ascending, double share) {
    // A share of 0.3 of 10 times is 3 of them, though 0.3 * 10 may be less in binary.
    int late = (int) Math.floor(share * ascending.length * (1 + 1e-12));
    return late >= ascending.length - Visits.within(ascending, 0)
        ? 0
        : ascending[ascending.length - late - 1];
  }

  @Override
  public int calls() {
    return first.length;
  }

  /** Returns the ends of late calls of pairs with copies, ascending. */
  private double[] pairsWithCopies(double delay) {
    int late = Visits.within(first, delay);
    double[] withCopy = new double[first.length - late];
    for (int i = late; i < first.length; i++) {
      withCopy[i - late] = Math.min(first[i], delay + second[i]);
    }
    Arrays.sort(withCopy);
    return withCopy;
  }

  /**
   * Goes through all times at which a call may end, in order, and adds up two expectations: the
   * distance of a visit's end from a centre, and its square. Up to the delay it goes once, and from
   * there for each probability.
   */
  private final class Walk {
    private final double centre;

    /** Original calls with an answer. */
    private int answered;

    /** Probability that the visit has ended. */
    private double reached;

    private double mean;
    private double square;

    /** Walks up to the first possible answer of a copy. */
    Walk(double delay, double centre) {
      this.centre = centre;
      int n = first.length;
      int before = Visits.within(first, Math.nextDown(delay));
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
      // Planning spends its time here: locals stay in registers.
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

    /** Walks on where the copy of a call takes the time measured with it. */
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
