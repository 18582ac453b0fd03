package org.curtail.demand;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.curtail.Profile;
import org.curtail.demand.sample.Reservoir;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.RequestListener;
import org.curtail.runtime.Timeline;

/**
 * Recorder of a service's demand profile from its live traffic, without separate measurements at
 * each degree.
 *
 * <pre>{@code
 * var recorder = new ProfileRecorder(10_000, 1);
 * Curtail curtail = Curtail.with(new FixedInterval(5, 4)).listener(recorder).start();
 * ...                                             // some thousand requests later
 * if (recorder.speedups().isKnown()) {
 *   ProfileJson.write(recorder.profile(4), writer);
 * }
 * }</pre>
 *
 * <p><b>Requirements.</b> Speedups come from requests whose degree changes while they run. Within
 * one request, the recorder compares chunks per time at one degree with those at another. So the
 * engine's policy must add threads to running requests, as {@code FixedInterval} (the command's
 * {@code interval-T}), {@code FewToMany} and {@code TailIndex} do. {@code Sequential}, {@code
 * FixedDegree} and {@code Adaptive} decide once for each request, and never show a speedup. An
 * interval of about half the median time of a request gives many requests several degrees. Requests
 * with few chunks show no speedup, nor does a table that starts requests at their greatest degree.
 *
 * <p><b>Amount of traffic.</b> A time at a degree counts if each thread can do 8 chunks in it. A
 * degree counts with 100 chunks of such times. So some dozens of long enough requests give a
 * speedup to within 10 %. The tail needs more: a 99th percentile depends on one request in a
 * hundred, so record at least a thousand, better ten thousand. Record while there are free cores. A
 * busy service gives long requests their threads late or never.
 *
 * <p>The recorder keeps a uniform sample of the completed requests ({@link Timeline}: arrival,
 * execution, path of degrees). It costs constant time per request, no lock, and nothing per chunk.
 * One recorder may listen to several engines. Thread-safe.
 *
 * <p>The {@link SpeedupEstimate} of the whole sample applies to each request. Its sequential time
 * is the sum over its phases of time times speedup. Its time at degree d is that sum over s(d). The
 * time to make the result is sequential at every degree. Limits:
 *
 * <ul>
 *   <li>Without learned speedups only {@code profile(1)} is available. Its times are those that
 *       requests took, at whatever degree they had.
 *   <li>Times are those of a busy service. If more threads run than cores, or other programs use
 *       cores, they are too long, by up to the number of threads that share a core.
 *   <li>Incomplete requests are left out and {@linkplain #others counted}. Expired or cancelled
 *       requests are often the long ones; with many of them the profile's tail is too short.
 *   <li>A thread that finds no chunk while others work on their last one loses time that looks like
 *       poor speedup. With many chunks this time is short.
 * </ul>
 */
public final class ProfileRecorder implements RequestListener {
  private static final double NANOS_PER_MS = 1e6;

  private final int capacity;
  private final long seed;
  private final LongAdder others = new LongAdder();
  private volatile Reservoir<Timeline> completed;

  /**
   * Creates an empty recorder.
   *
   * @param capacity most requests to keep, from 1 to {@link Profile.Builder#MAX_REQUESTS}
   * @param seed seed of the sample: the same requests for the same order of ends
   */
  public ProfileRecorder(int capacity, long seed) {
    if (capacity < 1 || capacity > Profile.Builder.MAX_REQUESTS) {
      throw new IllegalArgumentException(
          "capacity must be from 1 to %d: %d".formatted(Profile.Builder.MAX_REQUESTS, capacity));
    }
    this.capacity = capacity;
    this.seed = seed;
    this.completed = new Reservoir<>(capacity, seed);
  }

  @Override
  public void ended(long request, Timeline timeline) {
    if (timeline.outcome() == Outcome.COMPLETED) {
      completed.offer(timeline);
    } else {
      others.increment();
    }
  }

  /**
   * Starts again, for example after a warm-up. A request that ends at this moment may count or not.
   */
  public void forget() {
    completed = new Reservoir<>(capacity, seed);
    others.reset();
  }

  /** Returns the number of completed requests. */
  public long completed() {
    return completed.offers();
  }

  /** Returns the number of ended requests that did not complete, which the sample lacks. */
  public long others() {
    return others.sum();
  }

  /** Returns the kept requests, in order of arrival. */
  public List<Timeline> sample() {
    return completed.sample().stream()
        .sorted(Comparator.comparingLong(Timeline::arrivalNanos))
        .toList();
  }

  /** Returns the speedups of the kept requests, up to their greatest degree. */
  public SpeedupEstimate speedups() {
    return speedups(1);
  }

  /**
   * Returns the speedups of the kept requests.
   *
   * @param maxDegree least greatest degree of the result, at least 1
   */
  public SpeedupEstimate speedups(int maxDegree) {
    check(maxDegree);
    return SpeedupEstimate.of(sample(), maxDegree);
  }

  /**
   * Returns the profile of the kept requests, in order of arrival. Its notes name the unknown
   * speedups.
   *
   * @param maxDegree greatest degree of the profile, at least 1
   * @throws IllegalStateException if no request has completed, or if {@code maxDegree} is more than
   *     1 and no speedup {@linkplain SpeedupEstimate#isKnown is known}: plans must not use invented
   *     speedups
   */
  public Profile profile(int maxDegree) {
    check(maxDegree);
    long all = completed();
    List<Timeline> requests = sample();
    if (requests.isEmpty()) {
      throw new IllegalStateException("no request has completed");
    }
    SpeedupEstimate speedups = SpeedupEstimate.of(requests, maxDegree);
    if (maxDegree > 1 && !speedups.isKnown()) {
      throw new IllegalStateException(
          "no speedup was learned from %d completed requests: too few changed their degree while they ran, for long enough. Record under a policy that adds threads to requests that run, such as few-to-many, interval-T or tail-index, or ask for profile(1)."
              .formatted(requests.size()));
    }
    var profile = new Profile.Builder();
    requests.forEach(request -> profile.add(timesMs(request, speedups, maxDegree)));
    return profile
        .build(
            "live traffic: %d of %d completed requests, %d others left out; speedups %s"
                .formatted(
                    requests.size(),
                    Math.max(all, requests.size()),
                    others(),
                    speedups.isKnown() ? speedups : "not learned"))
        .withNotes(speedups.notes(maxDegree));
  }

  private static double[] timesMs(Timeline request, SpeedupEstimate speedups, int maxDegree) {
    double sharedNanos = 0;
    long phaseNanos = 0;
    for (Timeline.Phase phase : request.path()) {
      sharedNanos += phase.nanos() * speedups.speedup(phase.degree());
      phaseNanos += phase.nanos();
    }
    long finishNanos = Math.max(request.executionNanos() - phaseNanos, 0);
    double[] timesMs = new double[maxDegree];
    for (int d = 1; d <= maxDegree; d++) {
      double nanos = finishNanos + sharedNanos / speedups.speedup(d);
      // A profile requires positive times, but a clock may show 0.
      timesMs[d - 1] = Math.max(nanos, 1) / NANOS_PER_MS;
    }
    return timesMs;
  }

  private static void check(int maxDegree) {
    if (maxDegree < 1) {
      throw new IllegalArgumentException("maxDegree must be at least 1: " + maxDegree);
    }
  }
}
