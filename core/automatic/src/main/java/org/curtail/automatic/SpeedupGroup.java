package org.curtail.automatic;

import java.util.List;

/**
 * The speedups of requests of a similar demand: what was observed, drawn towards a {@link
 * ScalingLaw} the more, the less sure the observation is. Immutable.
 */
final class SpeedupGroup {
  private final double logDemand;

  /** By degree, what is added to the law's logarithm of the speedup. */
  private final double[] offsets;

  /** By degree, of the sum. */
  private final double[] variances;

  private SpeedupGroup(double logDemand, double[] offsets, double[] variances) {
    this.logDemand = logDemand;
    this.offsets = offsets;
    this.variances = variances;
  }

  /** A degree that this group has not tried, but another one, is taken from the nearest group. */
  static List<SpeedupGroup> of(List<ObservedSpeedups> groups, ScalingLaw law, double misfit) {
    var results =
        groups.stream().map(group -> observed(group, law, misfit)).toArray(SpeedupGroup[]::new);
    for (int g = 0; g < results.length; g++) {
      for (int d = 2; d < results[g].offsets.length; d++) {
        if (!groups.get(g).isSeen(d)) {
          takeFromNearest(groups, results, g, d, law, misfit);
        }
      }
    }
    return List.of(results);
  }

  private static SpeedupGroup observed(ObservedSpeedups group, ScalingLaw law, double misfit) {
    double[] offsets = new double[group.maxDegree() + 1];
    double[] variances = new double[group.maxDegree() + 1];
    for (int d = 2; d <= group.maxDegree(); d++) {
      double prior = priorVariance(law, misfit, d, group.demandNanos());
      if (group.isSeen(d)) {
        double weight = prior / (prior + group.variance(d));
        offsets[d] = weight * (group.log(d) - law.logSpeedup(d, group.demandNanos()));
        variances[d] = weight * group.variance(d);
      } else {
        variances[d] = prior;
      }
    }
    return new SpeedupGroup(StrictMath.log(group.demandNanos()), offsets, variances);
  }

  private static void takeFromNearest(
      List<ObservedSpeedups> groups,
      SpeedupGroup[] results,
      int g,
      int degree,
      ScalingLaw law,
      double misfit) {
    int nearest = -1;
    for (int other = 0; other < results.length; other++) {
      boolean isNearer =
          nearest < 0
              || Math.abs(results[other].logDemand - results[g].logDemand)
                  < Math.abs(results[nearest].logDemand - results[g].logDemand);
      if (groups.get(other).isSeen(degree) && isNearer) {
        nearest = other;
      }
    }
    if (nearest >= 0) {
      results[g].offsets[degree] = results[nearest].offsets[degree];
      results[g].variances[degree] =
          Math.min(
              results[nearest].variances[degree] + misfit * misfit,
              priorVariance(law, misfit, degree, groups.get(g).demandNanos()));
    }
  }

  private static double priorVariance(
      ScalingLaw law, double misfit, int degree, double demandNanos) {
    return law.variance(degree, demandNanos) + misfit * misfit;
  }

  /** Logarithm of the demand of a typical request, in nanoseconds. */
  double logDemand() {
    return logDemand;
  }

  /** What is added to the law's logarithm of the speedup, at a degree up to the greatest tried. */
  double offset(int degree) {
    return offsets[degree];
  }

  /** The variance of the law's logarithm of the speedup with the offset. */
  double variance(int degree) {
    return variances[degree];
  }
}
