package org.curtail.papers.automatic;

import java.util.function.DoubleUnaryOperator;
import org.curtail.Profile;

/** A change of a service. */
enum DriftKind {
  /** No change, to count false alarms. */
  NONE("nothing") {
    @Override
    Profile after(Profile before) {
      return before;
    }
  },

  /** All requests take twice as long, with any number of threads. */
  DOUBLED("demand doubles") {
    @Override
    Profile after(Profile before) {
      return longer(before, share -> 2);
    }
  },

  /** The longest 5 % take four times as long, with any number of threads. */
  HEAVY_TAIL("tail becomes heavy") {
    @Override
    Profile after(Profile before) {
      return longer(before, share -> share >= 1 - TAIL_SHARE ? TAIL_FACTOR : 1);
    }
  },

  /**
   * All requests take twice as long with several threads, and the same time as before with one
   * thread.
   */
  HALVED_SPEEDUPS("speedups halve") {
    @Override
    Profile after(Profile before) {
      var after = new Profile.Builder();
      for (int request = 0; request < before.requests(); request++) {
        double[] timesMs = timesMs(before, request);
        for (int d = 1; d < timesMs.length; d++) {
          timesMs[d] *= 2;
        }
        after.add(timesMs);
      }
      return weighted(after, before);
    }
  },

  /** The longer half of requests arrives three times as often as the shorter half. */
  OTHER_MIX("mix changes") {
    @Override
    Profile after(Profile before) {
      double[] weights = new double[before.requests()];
      int[] byDemand = before.byDemand();
      for (int rank = 0; rank < byDemand.length; rank++) {
        int request = byDemand[rank];
        weights[request] =
            before.weight(request) * (2 * rank >= byDemand.length ? LONGER_WEIGHT : 1);
      }
      return before.withWeights(weights);
    }
  };

  private static final double TAIL_SHARE = 0.05;
  private static final double TAIL_FACTOR = 4;
  private static final double LONGER_WEIGHT = 3;

  private final String words;

  DriftKind(String words) {
    this.words = words;
  }

  /** Returns the change in words, such as "demand doubles". */
  String words() {
    return words;
  }

  /** Returns the demand after the change, with the same requests in the same order. */
  abstract Profile after(Profile before);

  /**
   * Returns the demand after a change by a factor. The factor of a request depends on the share of
   * shorter requests.
   */
  private static Profile longer(Profile before, DoubleUnaryOperator factor) {
    int[] byDemand = before.byDemand();
    double[] factors = new double[byDemand.length];
    for (int rank = 0; rank < byDemand.length; rank++) {
      factors[byDemand[rank]] = factor.applyAsDouble((double) rank / byDemand.length);
    }
    var after = new Profile.Builder();
    for (int request = 0; request < before.requests(); request++) {
      double[] timesMs = timesMs(before, request);
      for (int d = 0; d < timesMs.length; d++) {
        timesMs[d] *= factors[request];
      }
      after.add(timesMs);
    }
    return weighted(after, before);
  }

  private static double[] timesMs(Profile profile, int request) {
    double[] timesMs = new double[profile.maxDegree()];
    for (int d = 1; d <= timesMs.length; d++) {
      timesMs[d - 1] = profile.timeMs(request, d);
    }
    return timesMs;
  }

  private static Profile weighted(Profile.Builder builder, Profile like) {
    Profile profile = builder.build(like.source());
    double[] weights = new double[like.requests()];
    for (int request = 0; request < weights.length; request++) {
      weights[request] = like.weight(request);
    }
    return profile.withWeights(weights);
  }
}
