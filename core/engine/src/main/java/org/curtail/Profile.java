package org.curtail;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The demand of a service: how long each of its requests takes at each degree of parallelism, alone
 * on the machine (Few-to-Many paper, section 2). A request may stand for several requests of the
 * same demand (section 4.1: bins with their frequencies). Their number is its weight. Means and
 * percentiles are those of a profile in which each request occurs as often as its weight says. A
 * request may begin with a serial part, in which its other threads are free. Immutable.
 */
public final class Profile {
  /** In place of weights that are all 1. */
  private static final double[] ALL_ONE = {};

  /** In place of serial times that are all 0. */
  private static final double[] NONE_SERIAL = {};

  private final String source;

  /** {@code timesMs[d-1][r]}: an array per degree, so that a request is no object. */
  private final double[][] timesMs;

  private final double[] weights;
  private final double totalWeight;
  private final double[] serialMs;
  private final List<String> notes;

  /** Keeps the times, which have been checked. */
  Profile(String source, double[][] timesMs) {
    this(source, timesMs, ALL_ONE, NONE_SERIAL, List.of());
  }

  private Profile(
      String source, double[][] timesMs, double[] weights, double[] serialMs, List<String> notes) {
    this.source = source;
    this.timesMs = timesMs;
    this.serialMs = DoubleStream.of(serialMs).allMatch(ms -> ms == 0) ? NONE_SERIAL : serialMs;
    this.notes = notes;
    this.weights = DoubleStream.of(weights).allMatch(w -> w == 1) ? ALL_ONE : weights;
    totalWeight = isWeighted() ? DoubleStream.of(weights).sum() : requests();
    if (Double.isInfinite(totalWeight)) {
      throw new IllegalArgumentException("the weights have no finite sum");
    }
  }

  /**
   * A profile of measured times.
   *
   * @param source free text: what was measured, where and how
   * @param timesMs {@code timesMs[r][d-1]} is the execution time in milliseconds of request r at
   *     degree d; at least one request, all with the same number of degrees. Copied.
   * @throws IllegalArgumentException if there is no request, if a row is empty or has another
   *     length than the first, or if a time is not finite and positive; the message names request
   *     and degree
   */
  public static Profile of(String source, double[][] timesMs) {
    var builder = new Builder();
    for (double[] times : timesMs) {
      builder.add(times);
    }
    return builder.build(source);
  }

  /**
   * Returns a profile with weights.
   *
   * @param source see {@link #of}
   * @param timesMs see {@link #of}
   * @param weights see {@link #withWeights}
   * @throws IllegalArgumentException as {@link #of} and {@link #withWeights}
   */
  public static Profile weighted(String source, double[][] timesMs, double[] weights) {
    return of(source, timesMs).withWeights(weights);
  }

  /**
   * Returns the same requests with other weights.
   *
   * @param weights for each request, the number of requests that it stands for: finite, more than
   *     0, not necessarily whole. Copied.
   * @throws IllegalArgumentException if there are more or fewer weights than requests, if a weight
   *     is not finite and positive, or if their sum is not finite; the message names the request
   */
  public Profile withWeights(double[] weights) {
    if (weights.length != requests()) {
      throw new IllegalArgumentException(
          "%d weights for %d requests".formatted(weights.length, requests()));
    }
    for (int r = 0; r < weights.length; r++) {
      if (!(weights[r] > 0) || Double.isInfinite(weights[r])) {
        throw new IllegalArgumentException(
            "request %d has no positive finite weight: %s".formatted(r, weights[r]));
      }
    }
    return new Profile(source, timesMs, weights.clone(), serialMs, notes);
  }

  /**
   * Returns the same requests with other serial parts.
   *
   * @param serialMs see {@link #serialMs}, for each request. Copied.
   * @throws IllegalArgumentException if there are more or fewer than requests, or if one is below 0
   *     or not below all times of the request; the message names the request
   */
  public Profile withSerialMs(double[] serialMs) {
    if (serialMs.length != requests()) {
      throw new IllegalArgumentException(
          "expected a serial time for each of %d requests, found %d"
              .formatted(requests(), serialMs.length));
    }
    for (int r = 0; r < serialMs.length; r++) {
      for (double[] ofDegree : timesMs) {
        if (!(serialMs[r] >= 0 && serialMs[r] < ofDegree[r])) {
          throw new IllegalArgumentException(
              "expected a serial time from 0 to below all times of request %d, found %s"
                  .formatted(r, serialMs[r]));
        }
      }
    }
    return new Profile(source, timesMs, weights, serialMs.clone(), notes);
  }

  /**
   * Returns the same requests with other notes.
   *
   * @param notes see {@link #notes}. Copied.
   * @throws IllegalArgumentException if one is blank
   */
  public Profile withNotes(List<String> notes) {
    for (int i = 0; i < notes.size(); i++) {
      if (notes.get(i).isBlank()) {
        throw new IllegalArgumentException("note %d is blank".formatted(i));
      }
    }
    return new Profile(source, timesMs, weights, serialMs, List.copyOf(notes));
  }

  /**
   * A profile of some of the requests, with their weights.
   *
   * @param requests 0 to {@link #requests} - 1 each; at least one, in any order, also repeatedly
   * @throws IllegalArgumentException if there are none
   * @throws IndexOutOfBoundsException if there is no such request
   */
  public Profile select(int... requests) {
    if (requests.length == 0) {
      throw new IllegalArgumentException("a profile needs at least one request");
    }
    double[][] selectedMs =
        Arrays.stream(timesMs).map(times -> select(times, requests)).toArray(double[][]::new);
    return new Profile(
        source,
        selectedMs,
        isWeighted() ? select(weights, requests) : ALL_ONE,
        hasSerialParts() ? select(serialMs, requests) : NONE_SERIAL,
        notes);
  }

  private static double[] select(double[] values, int[] places) {
    return IntStream.of(places).mapToDouble(place -> values[place]).toArray();
  }

  /** The measured service, place and method: free text. */
  public String source() {
    return source;
  }

  /**
   * Doubts about the measurement, for people: for example, other processes used the machine, or
   * there were few requests. Each note is a sentence, and none is blank; there may be no notes.
   * Policies and plans do not depend on the notes. A report of results of the profile should repeat
   * them.
   */
  public List<String> notes() {
    return notes;
  }

  /** The greatest degree measured; at least 1. */
  public int maxDegree() {
    return timesMs.length;
  }

  /** Number of listed requests, without regard to their weights; at least 1. */
  public int requests() {
    return timesMs[0].length;
  }

  /**
   * Number of requests that a request stands for; finite, more than 0.
   *
   * @param request 0 to {@link #requests} - 1
   */
  public double weight(int request) {
    Objects.checkIndex(request, requests());
    return isWeighted() ? weights[request] : 1;
  }

  /** Sum of all weights; finite, more than 0. */
  public double totalWeight() {
    return totalWeight;
  }

  /** True if any weight is other than 1. */
  public boolean isWeighted() {
    return weights.length > 0;
  }

  /**
   * Execution time of a request in milliseconds.
   *
   * @param request 0 to {@link #requests} - 1
   * @param degree 1 to {@link #maxDegree}
   */
  public double timeMs(int request, int degree) {
    return timesMs[degree - 1][request];
  }

  /**
   * Serial part of a request in milliseconds, included in its times at all degrees: the part before
   * all others, on one thread, such as the parsing of a query. The request's other threads are free
   * meanwhile. 0 if none is known: then all its threads are busy to its end.
   *
   * @param request 0 to {@link #requests} - 1
   */
  public double serialMs(int request) {
    Objects.checkIndex(request, requests());
    return hasSerialParts() ? serialMs[request] : 0;
  }

  /** True if any request has a serial part. */
  public boolean hasSerialParts() {
    return serialMs.length > 0;
  }

  /** Core time of a request alone at a degree, in milliseconds: the time of all its threads. */
  public double coreMs(int request, int degree) {
    double serial = serialMs(request);
    return serial == 0
        ? degree * timeMs(request, degree)
        : serial + degree * (timeMs(request, degree) - serial);
  }

  /** The time of a request at degree 1 divided by its time at a degree. */
  public double speedup(int request, int degree) {
    return timeMs(request, 1) / timeMs(request, degree);
  }

  /** Mean execution time in milliseconds at a degree, by weight: T_i of Adaptive parallelism. */
  public double meanMs(int degree) {
    return IntStream.range(0, requests()).mapToDouble(r -> weight(r) * timeMs(r, degree)).sum()
        / totalWeight;
  }

  /** All requests listed, by index, in ascending order of sequential time; equals as listed. */
  public int[] byDemand() {
    return IntStream.range(0, requests())
        .boxed()
        .sorted(Comparator.comparingDouble(r -> timeMs(r, 1)))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** The execution times of all requests listed at a degree in ascending order, in milliseconds. */
  public double[] ascendingMs(int degree) {
    double[] times = timesMs[degree - 1].clone();
    Arrays.sort(times);
    return times;
  }

  /** A percentile of the execution times at a degree, by weight, in milliseconds. */
  public double percentileMs(double percentile, int degree) {
    double[] ascendingMs = ascendingMs(degree);
    if (!isWeighted()) {
      return Percentile.of(ascendingMs, percentile);
    }
    double[] weightAt = new double[requests()];
    for (int r = 0; r < requests(); r++) {
      weightAt[Arrays.binarySearch(ascendingMs, timeMs(r, degree))] += weight(r);
    }
    return Percentile.of(ascendingMs, weightAt, percentile);
  }

  /**
   * Mean speedup of requests at a degree, by weight (Few-to-Many paper, Figures 1b and 2b). It is
   * over the requests whose sequential times lie between two percentiles: (0, 100) for all, (95,
   * 100) for the longest 5 %, (0, 5) for the shortest 5 %. If only a part of a request's weight
   * lies between the percentiles, this part counts. Requests with equal times count as one here.
   *
   * @throws IllegalArgumentException unless 0 &lt;= from &lt; to &lt;= 100
   */
  public double meanSpeedup(int degree, double fromPercentile, double toPercentile) {
    Percentile.check(fromPercentile);
    Percentile.check(toPercentile);
    if (fromPercentile >= toPercentile) {
      throw new IllegalArgumentException(
          "nothing lies between percentiles %s and %s".formatted(fromPercentile, toPercentile));
    }
    double[] ascendingMs = ascendingMs(1);
    double[] weightAt = new double[requests()];
    double[] speedupAt = new double[requests()];
    for (int r = 0; r < requests(); r++) {
      int place = Arrays.binarySearch(ascendingMs, timeMs(r, 1));
      weightAt[place] += weight(r);
      speedupAt[place] += weight(r) * speedup(r, degree);
    }
    double fromWeight = fromPercentile / 100 * totalWeight;
    double toWeight = toPercentile / 100 * totalWeight;
    double below = 0;
    double counted = 0;
    double sum = 0;
    for (int place = 0; place < weightAt.length; place++) {
      double above = below + weightAt[place];
      double between = Math.min(above, toWeight) - Math.max(below, fromWeight);
      if (between > 0) {
        counted += between;
        sum += between * speedupAt[place] / weightAt[place];
      }
      below = above;
    }
    return sum / counted;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Profile profile
        && source.equals(profile.source)
        && Arrays.deepEquals(timesMs, profile.timesMs)
        && Arrays.equals(weights, profile.weights)
        && Arrays.equals(serialMs, profile.serialMs)
        && notes.equals(profile.notes);
  }

  @Override
  public int hashCode() {
    return Objects.hash(
        source,
        Arrays.deepHashCode(timesMs),
        Arrays.hashCode(weights),
        Arrays.hashCode(serialMs),
        notes);
  }

  @Override
  public String toString() {
    return "Profile[%d requests%s, degrees 1..%d, %s]"
        .formatted(
            requests(), isWeighted() ? " standing for " + totalWeight : "", maxDegree(), source);
  }

  /**
   * Collects a profile's requests one by one, so that millions of requests need no object each. Not
   * thread-safe.
   */
  public static final class Builder {
    /** More do not fit into one array. */
    public static final int MAX_REQUESTS = Integer.MAX_VALUE - 8;

    /** Times at each degree. */
    private final List<DoubleStream.Builder> timesMs = new ArrayList<>();

    /** A builder without requests. */
    public Builder() {}

    private int requests;

    /**
     * Adds a request, of weight 1 until {@link Profile#withWeights} says otherwise.
     *
     * @param timesMs {@code timesMs[d-1]} is its execution time in milliseconds at degree d; the
     *     first request decides the number of degrees. Copied.
     * @throws IllegalArgumentException if there are no times, or more or fewer than for the first
     *     request; if a time is not finite and positive; or if there are {@link #MAX_REQUESTS}
     *     already. The message names request and degree
     */
    public void add(double... timesMs) {
      check(timesMs);
      if (requests == 0) {
        for (int d = 1; d <= timesMs.length; d++) {
          this.timesMs.add(DoubleStream.builder());
        }
      }
      for (int d = 1; d <= timesMs.length; d++) {
        this.timesMs.get(d - 1).accept(timesMs[d - 1]);
      }
      requests++;
    }

    private void check(double[] timesMs) {
      if (requests == MAX_REQUESTS) {
        throw new IllegalArgumentException("a profile has at most " + MAX_REQUESTS + " requests");
      }
      if (timesMs.length == 0) {
        throw new IllegalArgumentException("request " + requests + " has no times");
      }
      if (requests > 0 && timesMs.length != this.timesMs.size()) {
        throw new IllegalArgumentException(
            "request %d has %d times, expected %d"
                .formatted(requests, timesMs.length, this.timesMs.size()));
      }
      for (int d = 1; d <= timesMs.length; d++) {
        double timeMs = timesMs[d - 1];
        if (!(timeMs > 0) || Double.isInfinite(timeMs)) {
          throw new IllegalArgumentException(
              "request %d at degree %d has no positive finite time: %s"
                  .formatted(requests, d, timeMs));
        }
      }
    }

    /** Number of requests added. */
    public int requests() {
      return requests;
    }

    /**
     * Returns the profile of all added requests, and removes them from this object.
     *
     * @param source free text: what was measured, where and how
     * @throws IllegalArgumentException if no request was added
     */
    public Profile build(String source) {
      if (requests == 0) {
        throw new IllegalArgumentException("a profile needs at least one request");
      }
      double[][] byDegree = new double[timesMs.size()][];
      for (int d = 0; d < byDegree.length; d++) {
        // Frees copied times, so that at no time all times are in memory twice.
        byDegree[d] = timesMs.removeFirst().build().toArray();
      }
      requests = 0;
      return new Profile(source, byDegree);
    }
  }
}
