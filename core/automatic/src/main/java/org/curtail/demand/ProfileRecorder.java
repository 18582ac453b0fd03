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
 * Records the demand profile of a service from its live traffic: no queries to collect and replay,
 * no time at degree after degree.
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
 * <p><b>What it needs.</b> A speedup is learned from requests whose degree changes while they run:
 * within one request, chunks per time at one degree are compared with those at another. So the
 * engine's policy must add threads to requests that run, as {@code FixedInterval} (the command's
 * {@code interval-T}), {@code FewToMany} and {@code TailIndex} do. {@code Sequential}, {@code
 * FixedDegree} and {@code Adaptive} decide once for each request: from them nothing is learned,
 * however long one waits. An interval of about half the median time of a request shows many
 * requests at several degrees; requests of too few chunks show none, nor does a table that starts
 * requests at their greatest degree.
 *
 * <p><b>How much traffic.</b> A time at a degree counts if each thread can do 8 chunks in it, a
 * degree if 100 chunks of such times were run at it: some dozens of requests that are long enough,
 * for a speedup to within 10 %. The tail takes more: a 99th percentile rests on one request in a
 * hundred, so record a thousand at least, better ten thousand. Record while there are free cores; a
 * busy service gives long requests their threads late or never.
 *
 * <p>Keeps a uniform sample of the requests that completed ({@link Timeline}: arrival, execution,
 * path of degrees); takes constant time per request and no lock, nothing per chunk. One recorder
 * may listen to several engines. Safe for all threads.
 *
 * <p>Each request is taken to be as fast at each degree as all are, by the {@link SpeedupEstimate}
 * of the whole sample: its sequential time is the sum over its phases of time times speedup, its
 * time at degree d that sum over s(d); time to make the result is sequential at every degree. What
 * is not known:
 *
 * <ul>
 *   <li>Where no speedup was learned there is no profile of several degrees, but {@code profile(1)}
 *       is there. Its times are those that requests took, at whatever degree they had.
 *   <li>Times are those of a busy service. Where more threads run than cores, or other programs
 *       take cores, they are too long, up to as many times as threads share a core.
 *   <li>Requests that did not complete are left out and {@linkplain #others counted}. If many
 *       expired or were cancelled while they ran, those were the long ones, and the profile's tail
 *       is too short.
 *   <li>A thread that finds no chunk while others work at their last is lost time that is not told
 *       from speedup; with many chunks it is little.
 * </ul>
 */
public final class ProfileRecorder implements RequestListener {
  private static final double NANOS_PER_MS = 1e6;

  private final int capacity;
  private final long seed;
  private final LongAdder others = new LongAdder();
  private volatile Reservoir<Timeline> completed;

  /**
   * @param capacity most requests to keep, from 1 to {@link Profile.Builder#MAX_REQUESTS}
   * @param seed which of them: the same for the same order of ends
   */
  public ProfileRecorder(int capacity, long seed) {
    if (capacity < 1 || capacity > Profile.Builder.MAX_REQUESTS) {
      throw new IllegalArgumentException(
          "capacity must lie between 1 and %d: %d"
              .formatted(Profile.Builder.MAX_REQUESTS, capacity));
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

  /** Begins anew, for example after warming up. Who ends at this moment may count or not. */
  public void forget() {
    completed = new Reservoir<>(capacity, seed);
    others.reset();
  }

  /** Requests that completed. */
  public long completed() {
    return completed.offers();
  }

  /** Requests that ended otherwise and are left out. */
  public long others() {
    return others.sum();
  }

  /** The requests that are kept, in order of arrival. */
  public List<Timeline> sample() {
    return completed.sample().stream()
        .sorted(Comparator.comparingLong(Timeline::arrivalNanos))
        .toList();
  }

  /** The speedups of those that are kept, up to the greatest degree that they had. */
  public SpeedupEstimate speedups() {
    return speedups(1);
  }

  /**
   * The speedups of those that are kept.
   *
   * @param maxDegree greatest degree to be told of at least, at least 1
   */
  public SpeedupEstimate speedups(int maxDegree) {
    check(maxDegree);
    return SpeedupEstimate.of(sample(), maxDegree);
  }

  /**
   * The profile of those that are kept, in order of arrival. Its notes say which speedups were not
   * learned.
   *
   * @param maxDegree greatest degree of the profile, at least 1
   * @throws IllegalStateException if no request has completed, or if {@code maxDegree} is more than
   *     1 and no speedup {@linkplain SpeedupEstimate#isKnown is known}: nobody should plan on
   *     speedups that were made up
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
      // A profile has no request that takes no time, a clock may.
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
