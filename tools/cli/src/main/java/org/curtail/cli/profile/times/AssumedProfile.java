package org.curtail.cli.profile.times;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.Profile;

/** Profiles of service times with assumed speedups. */
final class AssumedProfile {
  private AssumedProfile() {}

  /** A difference from the stated speedups. */
  enum Strength {
    /** Further threads save a quarter less time. */
    WEAKER("weaker", 0.25, 0),

    STATED("as stated", 0, 0),

    /**
     * Further threads save more time: a quarter of the difference to the greatest possible speedup.
     */
    STRONGER("stronger", 0, 0.25);

    private final String words;
    private final double lost;
    private final double won;

    Strength(String words, double lost, double won) {
      this.words = words;
      this.lost = lost;
      this.won = won;
    }

    String words() {
      return words;
    }

    private double timeMs(double demandMs, double statedMs, int degree) {
      return statedMs
          + lost * Math.max(0, demandMs - statedMs)
          - won * Math.max(0, statedMs - demandMs / degree);
    }
  }

  /**
   * Makes a profile with requests in the order of the times.
   *
   * @param maxDegree greatest degree, at most the model's
   */
  static Profile of(
      ServiceTimes times, SpeedupModel model, int maxDegree, Strength strength, String source) {
    double[] demandMs = times.timesMs();
    double[] below = sharesBelow(demandMs, times.weights());
    var profile = new Profile.Builder();
    for (int r = 0; r < demandMs.length; r++) {
      double[] timesMs = new double[maxDegree];
      timesMs[0] = demandMs[r];
      for (int degree = 2; degree <= maxDegree; degree++) {
        timesMs[degree - 1] =
            strength.timeMs(demandMs[r], model.timeMs(demandMs[r], below[r], degree), degree);
      }
      profile.add(timesMs);
    }
    return profile.build(source).withWeights(times.weights()).withNotes(List.of());
  }

  /**
   * Returns the share of shorter requests plus half of the equal ones, so that equal times have
   * equal shares.
   */
  private static double[] sharesBelow(double[] timesMs, double[] weights) {
    int[] order =
        IntStream.range(0, timesMs.length)
            .boxed()
            .sorted(Comparator.comparingDouble(r -> timesMs[r]))
            .mapToInt(Integer::intValue)
            .toArray();
    double total = IntStream.of(order).mapToDouble(r -> weights[r]).sum();
    double[] shares = new double[timesMs.length];
    double below = 0;
    for (int from = 0; from < order.length; ) {
      int to = from;
      double equal = 0;
      while (to < order.length && timesMs[order[to]] == timesMs[order[from]]) {
        equal += weights[order[to++]];
      }
      for (int i = from; i < to; i++) {
        shares[order[i]] = (below + equal / 2) / total;
      }
      below += equal;
      from = to;
    }
    return shares;
  }
}
