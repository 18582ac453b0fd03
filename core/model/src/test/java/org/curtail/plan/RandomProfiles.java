package org.curtail.plan;

import java.util.ArrayList;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.curtail.Profile;

/** Small profiles of all kinds. */
public final class RandomProfiles {
  private RandomProfiles() {}

  /** Returns a profile as {@link #any}, with some times a million times longer or shorter. */
  static Profile wide(RandomGenerator random, int requests, int maxDegree) {
    double[][] timesMs = new double[requests][maxDegree];
    for (double[] times : timesMs) {
      for (int d = 0; d < maxDegree; d++) {
        times[d] = Math.pow(10, random.nextInt(4) == 0 ? random.nextDouble(-5, 5) : 1);
      }
    }
    return Profile.of("random, wide", timesMs);
  }

  /**
   * Returns a profile of one of four kinds: growing speedups with falling efficiency, different for
   * each request; the same speedups for all; any speedups, also slower ones on more threads; few
   * distinct whole times, for ties.
   */
  public static Profile any(RandomGenerator random, int requests, int maxDegree) {
    double[][] timesMs = new double[requests][maxDegree];
    int kind = random.nextInt(4);
    double[] common = random.doubles(maxDegree).toArray();
    for (double[] times : timesMs) {
      times[0] = 5 + 95 * Math.pow(random.nextDouble(), 3);
      for (int d = 2; d <= maxDegree; d++) {
        times[d - 1] =
            switch (kind) {
              case 0 -> times[d - 2] * random.nextDouble((d - 1.0) / d, 1);
              case 1 -> times[d - 2] * (1 - (1.0 / d) * common[d - 1]);
              case 2 -> times[0] / random.nextDouble(0.7, d);
              default -> times[d - 2];
            };
      }
      if (kind == 3) {
        int length = 12 * random.nextInt(1, 4);
        for (int d = 1; d <= maxDegree; d++) {
          times[d - 1] = random.nextInt(5) == 0 ? length : length / Math.min(d, 3);
        }
      }
    }
    return Profile.of("random, kind " + kind, timesMs);
  }

  /** Returns the profile, in one of three cases with serial parts of some requests. */
  static Profile maybeSerial(RandomGenerator random, Profile profile) {
    if (random.nextInt(3) > 0) {
      return profile;
    }
    double[] serialMs = new double[profile.requests()];
    for (int r = 0; r < serialMs.length; r++) {
      int request = r;
      double leastMs =
          IntStream.rangeClosed(1, profile.maxDegree())
              .mapToDouble(degree -> profile.timeMs(request, degree))
              .min()
              .orElseThrow();
      // Whole eighths, so that some serial parts end together with an interval.
      serialMs[r] = leastMs * random.nextInt(8) / 8;
    }
    return profile.withSerialMs(serialMs);
  }

  /** Returns the profile with each request as often as its weight says. */
  static Profile repeated(Profile profile, int[] weights) {
    var requests = new ArrayList<Integer>();
    for (int r = 0; r < weights.length; r++) {
      for (int i = 0; i < weights[r]; i++) {
        requests.add(r);
      }
    }
    return profile.select(requests.stream().mapToInt(Integer::intValue).toArray());
  }
}
