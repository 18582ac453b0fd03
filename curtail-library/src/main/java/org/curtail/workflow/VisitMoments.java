package org.curtail.workflow;

import java.util.Arrays;
import org.curtail.reissue.CurvePoint;
import org.curtail.reissue.ReissuePolicy;
import org.jspecify.annotations.Nullable;

/**
 * Mean and variance of a visit of a stage, and how many of its calls are sent again, for any policy
 * with one copy: exactly, without random numbers. One call ends within t with the probability that
 * the measured times give it; the visit ends with the {@link EnoughAnswers} that it needs, as each
 * call is sent again by itself.
 *
 * <p>A call that is not needed any more is not sent again: if enough others have answered before
 * the delay, it costs nothing. Immutable.
 */
final class VisitMoments implements VisitModel {
  private final double[] first;

  /** Sorted, if independent of the first ones; else in the order of these. */
  private final double[] second;

  private final boolean paired;
  private final EnoughAnswers enough;
  private final @Nullable EnoughAnswers enoughOthers;
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
    enough = new EnoughAnswers(responders.count(), responders.needed());
    enoughOthers =
        responders.needed() < responders.count()
            ? new EnoughAnswers(responders.count() - 1, responders.needed())
            : null;
    meanMillis = summed(0, 0, 0).mean();
  }

  private static int[] ascending(StageTimes times) {
    Integer[] order = new Integer[times.size()];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Double.compare(times.firstMillis(a), times.firstMillis(b)));
    return Arrays.stream(order).mapToInt(Integer::intValue).toArray();
  }

  @Override
  public CurvePoint of(double delayMillis, double probability) {
    Sums sums = summed(delayMillis, probability, meanMillis);
    double variance = Math.max(0, sums.square() - sums.mean() * sums.mean());
    return new CurvePoint(
        probability == 0 ? ReissuePolicy.NONE : ReissuePolicy.singleR(delayMillis, probability),
        probability * shareSent(delayMillis),
        Math.max(0, meanMillis + sums.mean()),
        variance);
  }

  @Override
  public double shareSent(double delayMillis) {
    return sentOf(lateShare(delayMillis));
  }

  /** The share of calls that have no answer after a delay. */
  double lateShare(double delayMillis) {
    return (double) (first.length - within(first, delayMillis)) / first.length;
  }

  /** The share of calls that is sent again if this share has no answer at the delay. */
  double sentOf(double late) {
    return enoughOthers == null ? late : late * (1 - enoughOthers.reached(late));
  }

  @Override
  public double delayMillis(double share) {
    return delayMillis(first, share);
  }

  /** The least delay after which no more than a share of calls of these times has no answer. */
  static double delayMillis(double[] ascending, double share) {
    // A share of 0.3 of 10 times is 3 of them, though 0.3 * 10 may be less in binary.
    int late = (int) Math.floor(share * ascending.length * (1 + 1e-12));
    return late >= ascending.length - within(ascending, 0)
        ? 0
        : ascending[ascending.length - late - 1];
  }

  @Override
  public int calls() {
    return first.length;
  }

  /** How many times are no longer than this. */
  static int within(double[] ascending, double millis) {
    int low = 0;
    int high = ascending.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ascending[middle] <= millis) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Expectation of the distance from a centre, and of its square. */
  private record Sums(double mean, double square) {}

  private Sums summed(double delayMillis, double probability, double centreMillis) {
    return paired
        ? ofPairs(delayMillis, probability, centreMillis)
        : ofIndependent(delayMillis, probability, centreMillis);
  }

  /** Goes through all times at which a call may end, in order. */
  private Sums ofIndependent(double delay, double probability, double centre) {
    int n = first.length;
    int answered = 0;
    int copies = 0;
    double reached = 0;
    double mean = 0;
    double square = 0;
    while (reached < 1 && answered < n) {
      double t = first[answered];
      if (probability > 0 && copies < n && delay + second[copies] < t) {
        t = delay + second[copies];
      }
      while (answered < n && first[answered] <= t) {
        answered++;
      }
      while (copies < n && delay + second[copies] <= t) {
        copies++;
      }
      double missing = (double) (n - answered) / n * (1 - probability * copies / n);
      double next = enough.reached(missing);
      mean += (next - reached) * (t - centre);
      square += (next - reached) * (t - centre) * (t - centre);
      reached = next;
    }
    return new Sums(mean, square);
  }

  /** The same where the copy of a call takes the time that was measured with it. */
  private Sums ofPairs(double delay, double probability, double centre) {
    int n = first.length;
    int late = within(first, delay);
    double[] withCopy = new double[n - late];
    for (int i = late; i < n; i++) {
      withCopy[i - late] = Math.min(first[i], delay + second[i]);
    }
    Arrays.sort(withCopy);
    int answered = 0;
    int copies = 0;
    double reached = 0;
    double mean = 0;
    double square = 0;
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
      double next = enough.reached(missing);
      mean += (next - reached) * (t - centre);
      square += (next - reached) * (t - centre) * (t - centre);
      reached = next;
    }
    return new Sums(mean, square);
  }
}
