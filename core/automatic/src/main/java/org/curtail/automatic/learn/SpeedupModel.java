package org.curtail.automatic.learn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.curtail.demand.SpeedupEstimate;
import org.curtail.demand.sample.ChunkRates;
import org.curtail.runtime.Timeline;
import org.jspecify.annotations.Nullable;

/**
 * Speedups of a request at each degree by its demand, including degrees that were rarely or never
 * tried. Immutable and thread-safe.
 *
 * <p>Requests with several degrees show speedups by their chunks per time ({@link
 * SpeedupEstimate}). Here that includes the time at the end during which threads wait for the last
 * one. It shows the cost of starting threads for short requests. Requests are grouped by demand,
 * since threads that help long requests may harm short ones. There are as many groups as the data
 * allow: at most {@value #MOST_GROUPS}, of {@value #LEAST_OF_GROUP} requests at least. A law with
 * three parameters is fitted to all groups and degrees: Amdahl's, with a cost of each further
 * thread and a fixed cost. The model shrinks observations towards the law, uncertain ones more. A
 * degree that was never tried follows the law. Of two humps with a {@link DemandGap} between them,
 * long requests have a model of their own, since no such law holds for both.
 *
 * <p>{@link #logError} states the uncertainty as the standard deviation of the logarithm: 0.1 means
 * that the truth is within a factor of 1.1 in two cases of three. It contains the differences
 * between requests, the error of the fit, and the usual deviation of services from such a law.
 */
public final class SpeedupModel {
  private static final int MOST_GROUPS = 8;
  private static final int LEAST_OF_GROUP = 25;

  /**
   * Usual deviation of services from the law; {@link #USUAL_OBSERVATIONS} is its weight in
   * observations.
   */
  private static final double USUAL_MISFIT = 0.1;

  private static final double USUAL_OBSERVATIONS = 4;

  /** Least demand of extrapolation, as a share of the typical demand of the shortest group. */
  private static final double SHORTEST_SHARE = 0.1;

  private static final int GROUPINGS = 4;

  private static final int MOST_ROUNDS = 40;
  private static final double PRECISION = 1e-6;
  private static final double NANOS_PER_MS = 1e6;

  private final ScalingLaw law;

  /** Groups in ascending order of demand; at least one. */
  private final List<SpeedupGroup> groups;

  private final boolean[] isTried;
  private final double misfit;

  /** Demand above which {@link #longModel} holds. */
  private final double gapNanos;

  /** Model of the long requests of two humps; null for one hump. */
  private final @Nullable SpeedupModel longModel;

  private SpeedupModel(
      ScalingLaw law, List<SpeedupGroup> groups, boolean[] isTried, double misfit) {
    this.law = law;
    this.groups = groups;
    this.isTried = isTried;
    this.misfit = misfit;
    gapNanos = Double.POSITIVE_INFINITY;
    longModel = null;
  }

  private SpeedupModel(SpeedupModel shortModel, double gapNanos, SpeedupModel longModel) {
    law = shortModel.law;
    groups = shortModel.groups;
    isTried = shortModel.isTried;
    misfit = shortModel.misfit;
    this.gapNanos = gapNanos;
    this.longModel = longModel;
  }

  /** Returns the model of these requests; the list may be empty. */
  public static SpeedupModel of(List<Timeline> requests) {
    List<Timeline> informative =
        requests.stream().filter(request -> ChunkRates.showSpeedups(request.path())).toList();
    SpeedupModel all = ofOneHump(informative);
    double[] demandNanos = informative.stream().mapToDouble(all::demandNanos).toArray();
    OptionalDouble gap = DemandGap.middle(demandNanos);
    if (gap.isEmpty()) {
      return all;
    }
    var shortOnes = new ArrayList<Timeline>();
    var longOnes = new ArrayList<Timeline>();
    for (int r = 0; r < demandNanos.length; r++) {
      (demandNanos[r] > gap.getAsDouble() ? longOnes : shortOnes).add(informative.get(r));
    }
    return new SpeedupModel(ofOneHump(shortOnes), gap.getAsDouble(), ofOneHump(longOnes));
  }

  private static SpeedupModel ofOneHump(List<Timeline> informative) {
    int degrees = ChunkRates.greatestDegree(informative);
    List<ChunkRates> rates = new ArrayList<>();
    for (Timeline request : informative) {
      rates.add(ChunkRates.withEnd(request.path(), degrees));
    }
    var all = ObservedSpeedups.of(rates, degrees, typicalNanos(informative));
    SpeedupModel model = fitted(List.of(all));
    int count = Math.clamp(informative.size() / LEAST_OF_GROUP, 1, MOST_GROUPS);
    // The demand of a request, and so its group, depends on the speedups.
    for (int round = 0; round < GROUPINGS && count > 1; round++) {
      model = fitted(grouped(informative, rates, model, count, degrees));
    }
    return model;
  }

  private static SpeedupModel fitted(List<ObservedSpeedups> groups) {
    double logSum = groups.stream().mapToDouble(g -> StrictMath.log(g.demandNanos())).sum();
    double typicalNanos = StrictMath.exp(logSum / groups.size());
    double misfit = misfit(groups, ScalingLaw.of(groups, USUAL_MISFIT, typicalNanos));
    var law = ScalingLaw.of(groups, misfit, typicalNanos);
    var isTried = new boolean[groups.getFirst().maxDegree() + 1];
    for (int d = 2; d < isTried.length; d++) {
      int degree = d;
      isTried[d] = groups.stream().anyMatch(group -> group.isSeen(degree));
    }
    return new SpeedupModel(law, SpeedupGroup.of(groups, law, misfit), isTried, misfit);
  }

  /** Returns groups of equally many requests, by demand. */
  private static List<ObservedSpeedups> grouped(
      List<Timeline> informative,
      List<ChunkRates> rates,
      SpeedupModel model,
      int count,
      int degrees) {
    double[] demandNanos = informative.stream().mapToDouble(model::demandNanos).toArray();
    int[] ascending =
        IntStream.range(0, informative.size())
            .boxed()
            .sorted(Comparator.comparingDouble(r -> demandNanos[r]))
            .mapToInt(Integer::intValue)
            .toArray();
    var groups = new ArrayList<ObservedSpeedups>();
    for (int g = 0; g < count; g++) {
      int[] members =
          Arrays.copyOfRange(
              ascending, g * ascending.length / count, (g + 1) * ascending.length / count);
      groups.add(
          ObservedSpeedups.of(
              IntStream.of(members).mapToObj(rates::get).toList(),
              degrees,
              geometricMean(IntStream.of(members).mapToDouble(r -> demandNanos[r]).toArray())));
    }
    return groups;
  }

  private static double geometricMean(double[] values) {
    return StrictMath.exp(Arrays.stream(values).map(StrictMath::log).average().orElseThrow());
  }

  private static double typicalNanos(List<Timeline> requests) {
    return requests.isEmpty()
        ? NANOS_PER_MS
        : geometricMean(
            requests.stream().mapToDouble(r -> Math.max(r.executionNanos(), 1)).toArray());
  }

  /** Returns the deviation of the observations from the law, beyond their own errors. */
  private static double misfit(List<ObservedSpeedups> groups, ScalingLaw law) {
    double sum = USUAL_OBSERVATIONS * USUAL_MISFIT * USUAL_MISFIT;
    double count = USUAL_OBSERVATIONS;
    for (ObservedSpeedups group : groups) {
      for (int d = 2; d <= group.maxDegree(); d++) {
        if (group.isSeen(d)) {
          double off = group.log(d) - law.logSpeedup(d, group.demandNanos());
          sum += Math.max(off * off - group.variance(d), 0);
          count++;
        }
      }
    }
    return Math.sqrt(sum / count);
  }

  /** Returns true if enough requests had this degree and others that link it to degree 1. */
  public boolean isTried(int degree) {
    return degree == 1
        || (degree < isTried.length && isTried[checked(degree)])
        || (longModel != null && longModel.isTried(degree));
  }

  /**
   * Returns true if any degree above 1 {@linkplain #isTried was tried}. If not, all speedups are
   * assumed.
   */
  public boolean isKnown() {
    return IntStream.range(2, isTried.length).anyMatch(this::isTried);
  }

  /**
   * Returns true if the model {@linkplain #isKnown is known}, and the {@link #logError} of a
   * typical request is at most this at each tried degree. Of two humps, both must be known.
   */
  public boolean isKnownWithin(double logError) {
    return isKnown()
        && (longModel == null || longModel.isKnownWithin(logError))
        && IntStream.range(2, isTried.length)
            .filter(this::isTried)
            .allMatch(degree -> logError(degree, typicalNanos()) <= logError);
  }

  /** Returns true if long requests beyond a gap have a model of their own. */
  public boolean hasGap() {
    return longModel != null;
  }

  private double typicalNanos() {
    return StrictMath.exp(groups.get(groups.size() / 2).logDemand());
  }

  /**
   * Returns the speedup over degree 1; more than 0, at most the degree. A value below 1 means that
   * threads do harm.
   *
   * @param degree at least 1
   * @param demandNanos time of the whole request at degree 1, more than 0
   */
  public double speedup(int degree, double demandNanos) {
    if (checked(degree) == 1) {
      return 1;
    }
    if (longModel != null && demandNanos > gapNanos) {
      return longModel.speedup(degree, demandNanos);
    }
    double nanos = limited(demandNanos);
    double log = law.logSpeedup(degree, nanos) + between(degree, nanos, SpeedupGroup::offset, 0);
    double speedup = Math.min(StrictMath.exp(log), degree);
    return isTried(degree)
        ? speedup
        : Math.min(speedup, degree * shareOfLowerDegrees(degree, demandNanos));
  }

  /**
   * Returns the least gain per thread at the lower tried degrees. A further thread gains no more.
   */
  private double shareOfLowerDegrees(int degree, double demandNanos) {
    double share = 1;
    for (int lower = 2; lower < degree; lower++) {
      if (isTried(lower)) {
        share = Math.min(share, speedup(lower, demandNanos) / lower);
      }
    }
    return share;
  }

  /**
   * Returns the standard deviation of the logarithm of {@link #speedup}; 0 at degree 1.
   *
   * @param degree at least 1
   * @param demandNanos more than 0
   */
  public double logError(int degree, double demandNanos) {
    if (checked(degree) == 1) {
      return 0;
    }
    if (longModel != null && demandNanos > gapNanos) {
      return longModel.logError(degree, demandNanos);
    }
    double nanos = limited(demandNanos);
    double ofLaw = law.variance(degree, nanos) + misfit * misfit;
    return Math.sqrt(between(degree, nanos, SpeedupGroup::variance, ofLaw));
  }

  private double limited(double demandNanos) {
    double shortest = StrictMath.exp(groups.getFirst().logDemand());
    return Math.max(demandNanos, SHORTEST_SHARE * shortest);
  }

  private interface OfGroup {
    double at(SpeedupGroup group, int degree);
  }

  /** Returns a value interpolated between groups, linear in the logarithm of the demand. */
  private double between(int degree, double demandNanos, OfGroup values, double unknown) {
    if (degree >= isTried.length) {
      return unknown;
    }
    double logDemand = StrictMath.log(demandNanos);
    int above = 0;
    while (above < groups.size() && groups.get(above).logDemand() < logDemand) {
      above++;
    }
    SpeedupGroup upper = groups.get(Math.min(above, groups.size() - 1));
    SpeedupGroup lower = groups.get(Math.max(above - 1, 0));
    double width = upper.logDemand() - lower.logDemand();
    double share = width > 0 ? (logDemand - lower.logDemand()) / width : 1;
    double first = values.at(lower, degree);
    return first + share * (values.at(upper, degree) - first);
  }

  /**
   * Returns the time of a request at degree 1, from its path of degrees: at least 1 nanosecond.
   * Time before and after its chunks is sequential at every degree.
   */
  public double demandNanos(Timeline request) {
    double finishNanos = finishNanos(request);
    double nanos = Math.max(request.executionNanos(), 1);
    List<Timeline.Phase> path = ChunkRates.withEndCharged(request.path());
    for (int round = 0; round < MOST_ROUNDS; round++) {
      double better = finishNanos;
      for (Timeline.Phase phase : path) {
        better += phase.nanos() * speedup(phase.degree(), nanos);
      }
      better = Math.max(better, 1);
      boolean isClose = Math.abs(better / nanos - 1) < PRECISION;
      nanos = better;
      if (isClose) {
        break;
      }
    }
    return nanos;
  }

  private static double finishNanos(Timeline request) {
    long shared = request.path().stream().mapToLong(Timeline.Phase::nanos).sum();
    return Math.max(request.executionNanos() - shared, 0);
  }

  /** Returns the times of a request at each degree from 1 on, alone on the machine. */
  public double[] timesMs(Timeline request, int maxDegree) {
    double demandNanos = demandNanos(request);
    double aloneNanos = finishNanos(request) + ChunkRates.beginNanos(request.path());
    double sequentialNanos = Math.min(aloneNanos, demandNanos);
    double[] timesMs = new double[maxDegree];
    for (int d = 1; d <= maxDegree; d++) {
      double nanos = sequentialNanos + (demandNanos - sequentialNanos) / speedup(d, demandNanos);
      timesMs[d - 1] = Math.max(nanos, 1) / NANOS_PER_MS;
    }
    return timesMs;
  }

  /** Returns notes for the reader of a profile with these speedups. */
  List<String> notes(int maxDegree) {
    List<Integer> untried =
        IntStream.rangeClosed(2, maxDegree).filter(d -> !isTried(d)).boxed().toList();
    if (untried.isEmpty()) {
      return List.of();
    }
    double error =
        untried.stream().mapToDouble(d -> logError(d, typicalNanos())).max().orElseThrow();
    return List.of(
        String.format(
            Locale.ROOT,
            "its speedups at degree %s were never tried: they follow from the other degrees by Amdahl's law with costs, to within a factor of %.1f or so",
            untried.stream().map(String::valueOf).collect(Collectors.joining(", ")),
            StrictMath.exp(error)));
  }

  private static int checked(int degree) {
    if (degree < 1) {
      throw new IllegalArgumentException("degree must be at least 1: " + degree);
    }
    return degree;
  }

  /**
   * Returns the speedups of a typical request up to the greatest tried degree; "?" marks an untried
   * degree. Of two humps, those of a long request follow.
   */
  @Override
  public String toString() {
    double typicalNanos = typicalNanos();
    String words =
        IntStream.range(1, isTried.length)
            .mapToObj(d ->
                String.format(Locale.ROOT, "%.2f", speedup(d, typicalNanos))
                    + (isTried(d) ? "" : "?"))
            .collect(Collectors.joining(", "));
    return longModel == null
        ? words
        : String.format(
            Locale.ROOT, "%s; of one over %.3g ms: %s", words, gapNanos / NANOS_PER_MS, longModel);
  }

  /**
   * Speedups of requests of similar demand: the observations, shrunk towards a {@link ScalingLaw},
   * uncertain ones more. Immutable.
   */
  private static final class SpeedupGroup {
    private final double logDemand;

    /** Difference from the law's logarithm of the speedup, by degree. */
    private final double[] offsets;

    /** Variance of law plus difference, by degree. */
    private final double[] variances;

    private SpeedupGroup(double logDemand, double[] offsets, double[] variances) {
      this.logDemand = logDemand;
      this.offsets = offsets;
      this.variances = variances;
    }

    /**
     * Returns the groups. A degree without observations in a group comes from the nearest group
     * with some.
     */
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

    /** Returns the logarithm of the demand of a typical request, in nanoseconds. */
    double logDemand() {
      return logDemand;
    }

    /**
     * Returns the difference from the law's logarithm of the speedup, at a degree up to the
     * greatest tried one.
     */
    double offset(int degree) {
      return offsets[degree];
    }

    /** Returns the variance of the logarithm of the speedup. */
    double variance(int degree) {
      return variances[degree];
    }
  }
}
