package org.curtail.automatic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.curtail.demand.SpeedupEstimate;
import org.curtail.demand.sample.ChunkRates;
import org.curtail.runtime.Timeline;

/**
 * How many times faster a request is at a degree than at degree 1, by its demand, for every degree:
 * also those that were tried seldom or never. Immutable, safe for all threads.
 *
 * <p>Requests that had several degrees show speedups by their chunks per time ({@link
 * SpeedupEstimate}), here with the time for which threads wait for the last of them at the end:
 * that is where short requests show what threads cost to start. They are put into groups of similar
 * demand, as many as data allow (at most {@value #MOST_GROUPS}, of {@value #LEAST_OF_GROUP}
 * requests at least): short requests may lose by threads from which long ones gain. To all groups
 * and degrees a law of three numbers is fitted: Amdahl's, with a cost of each further thread and a
 * fixed cost. What was observed is drawn towards it, the more the less sure it is; a degree that
 * was never tried follows the law.
 *
 * <p>How sure it is, is stated as the standard deviation of the logarithm ({@link #logError}): 0.1
 * means that the truth is within a factor of 1.1 in two cases of three. It contains how much
 * requests differ, the fit, and how far services deviate from such a law.
 */
final class SpeedupModel {
  private static final int MOST_GROUPS = 8;
  private static final int LEAST_OF_GROUP = 25;

  /** How far services deviate from the law, and how many observations that is worth. */
  private static final double USUAL_MISFIT = 0.1;

  private static final double USUAL_OBSERVATIONS = 4;

  /** Below the typical demand of the shortest requests that were tried, nothing is extrapolated. */
  private static final double SHORTEST_SHARE = 0.1;

  private static final int GROUPINGS = 4;

  private static final int MOST_ROUNDS = 40;
  private static final double PRECISION = 1e-6;
  private static final double NANOS_PER_MS = 1e6;

  private final ScalingLaw law;

  /** In ascending order of demand; at least one. */
  private final List<SpeedupGroup> groups;

  private final boolean[] isTried;
  private final double misfit;
  private final double deviations;

  private SpeedupModel(
      ScalingLaw law,
      List<SpeedupGroup> groups,
      boolean[] isTried,
      double misfit,
      double deviations) {
    this.law = law;
    this.groups = groups;
    this.isTried = isTried;
    this.misfit = misfit;
    this.deviations = deviations;
  }

  /** What finished requests tell; also of none. */
  static SpeedupModel of(List<Timeline> requests) {
    List<Timeline> telling =
        requests.stream().filter(request -> ChunkRates.tell(request.path())).toList();
    int degrees = ChunkRates.greatestDegree(telling);
    List<ChunkRates> rates = new ArrayList<>();
    for (Timeline request : telling) {
      rates.add(ChunkRates.withEnd(request.path(), degrees));
    }
    var all = ObservedSpeedups.of(rates, degrees, typicalNanos(telling));
    SpeedupModel model = fitted(List.of(all));
    int count = Math.clamp(telling.size() / LEAST_OF_GROUP, 1, MOST_GROUPS);
    // Which demand a request had, and so its group, follows from the speedups.
    for (int round = 0; round < GROUPINGS && count > 1; round++) {
      model = fitted(grouped(telling, rates, model, count, degrees));
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
    return new SpeedupModel(law, SpeedupGroup.of(groups, law, misfit), isTried, misfit, 0);
  }

  /** Equally many requests each, by demand. */
  private static List<ObservedSpeedups> grouped(
      List<Timeline> telling, List<ChunkRates> rates, SpeedupModel model, int count, int degrees) {
    double[] demandNanos = telling.stream().mapToDouble(model::demandNanos).toArray();
    int[] ascending =
        IntStream.range(0, telling.size())
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

  /** How far the observations are from the law, beyond their own errors. */
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

  /**
   * The same, but with less to gain: speedups lower by so many standard deviations.
   *
   * @param deviations finite; 0 for those that are likeliest, less for more to gain
   */
  public SpeedupModel cautious(double deviations) {
    if (!Double.isFinite(deviations)) {
      throw new IllegalArgumentException("deviations must be finite: " + deviations);
    }
    return new SpeedupModel(law, groups, isTried, misfit, deviations);
  }

  /** Whether enough requests had this degree and others that lead to degree 1. */
  public boolean isTried(int degree) {
    return degree == 1 || (degree < isTried.length && isTried[checked(degree)]);
  }

  /** Whether any degree above 1 {@linkplain #isTried was tried}. If not, all is supposition. */
  public boolean isKnown() {
    return IntStream.range(2, isTried.length).anyMatch(this::isTried);
  }

  /**
   * Whether it {@linkplain #isKnown is known}, and at each degree tried a typical request's {@link
   * #logError} is no more than this.
   */
  public boolean isKnownWithin(double logError) {
    return isKnown()
        && IntStream.range(2, isTried.length)
            .filter(this::isTried)
            .allMatch(degree -> logError(degree, typicalNanos()) <= logError);
  }

  private double typicalNanos() {
    return StrictMath.exp(groups.get(groups.size() / 2).logDemand());
  }

  /**
   * How many times faster than at degree 1; more than 0, below 1 where threads do harm, at most the
   * degree.
   *
   * @param degree at least 1
   * @param demandNanos time of the whole request at degree 1, more than 0
   */
  public double speedup(int degree, double demandNanos) {
    if (checked(degree) == 1) {
      return 1;
    }
    double nanos = limited(demandNanos);
    double log = law.logSpeedup(degree, nanos) + between(degree, nanos, SpeedupGroup::offset, 0);
    double lower = deviations == 0 ? 0 : deviations * logError(degree, demandNanos);
    double speedup = Math.min(StrictMath.exp(log - lower), degree);
    return isTried(degree)
        ? speedup
        : Math.min(speedup, degree * shareOfLowerDegrees(degree, demandNanos));
  }

  /** A further thread brings no more than those before it: what each brings at degrees tried. */
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
   * Standard deviation of the logarithm of {@link #speedup}; 0 at degree 1.
   *
   * @param degree at least 1
   * @param demandNanos more than 0
   */
  public double logError(int degree, double demandNanos) {
    if (checked(degree) == 1) {
      return 0;
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

  /** Of the groups, on a line between the logarithms of their demands. */
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
   * How long a request would have taken at degree 1, by its path of degrees: at least 1 nanosecond.
   * Time that it took before and after its chunks is sequential at every degree.
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

  /** How long a request would have taken at each degree from 1 on, alone on the machine. */
  double[] timesMs(Timeline request, int maxDegree) {
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

  /** What a reader of a profile of these speedups should know. */
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

  /** The speedups of a typical request up to the greatest degree tried; "?" if never tried. */
  @Override
  public String toString() {
    double typicalNanos = typicalNanos();
    return IntStream.range(1, isTried.length)
        .mapToObj(d ->
            String.format(Locale.ROOT, "%.2f", speedup(d, typicalNanos)) + (isTried(d) ? "" : "?"))
        .collect(Collectors.joining(", "));
  }
}
