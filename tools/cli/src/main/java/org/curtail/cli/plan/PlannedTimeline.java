package org.curtail.cli.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.curtail.Percentile;
import org.curtail.Profile;
import org.curtail.plan.Schedule;

/**
 * The life of one request under a schedule (Few-to-Many paper, Figure 6, equations 1 and 2): it
 * waits, and then runs at one degree after the other until its work is done.
 *
 * @param sequentialMs the time of the request on one thread, in milliseconds; more than 0
 * @param phases phases with a degree each, at least one. The first begins at admission, every other
 *     one at the end of the phase before
 */
public record PlannedTimeline(double sequentialMs, List<Phase> phases) {
  /**
   * A time at one degree.
   *
   * @param degree at least 1, more than in the phase before
   * @param fromMs time since arrival, in milliseconds
   * @param toMs more than {@code fromMs}, unless rounding makes them equal
   * @param workShare share of the request's work in this phase, 0 to 1; the sum of all is 1
   */
  public record Phase(int degree, double fromMs, double toMs, double workShare) {
    public Phase {
      if (degree < 1) {
        throw new IllegalArgumentException("degree must be at least 1: " + degree);
      }
      if (!(fromMs >= 0) || !(toMs >= fromMs) || Double.isInfinite(toMs)) {
        throw new IllegalArgumentException(
            "a phase must not end before it begins: from " + fromMs + " to " + toMs + " ms");
      }
      if (!(workShare >= 0 && workShare <= 1)) {
        throw new IllegalArgumentException("workShare must lie between 0 and 1: " + workShare);
      }
    }
  }

  public PlannedTimeline {
    phases = List.copyOf(phases);
    if (!(sequentialMs > 0) || Double.isInfinite(sequentialMs)) {
      throw new IllegalArgumentException("sequentialMs must be positive and finite");
    }
    if (phases.isEmpty()) {
      throw new IllegalArgumentException("a timeline needs at least one phase");
    }
    for (int i = 1; i < phases.size(); i++) {
      Phase before = phases.get(i - 1);
      Phase phase = phases.get(i);
      if (phase.degree() <= before.degree() || phase.fromMs() != before.toMs()) {
        throw new IllegalArgumentException("phases must follow each other: " + phases);
      }
    }
  }

  /**
   * The timeline of one of a profile's requests.
   *
   * @param request 0 to {@code profile.requests() - 1}
   * @throws IllegalArgumentException if the profile lacks a degree of the schedule
   */
  public static PlannedTimeline of(Schedule schedule, Profile profile, int request) {
    if (schedule.maxDegree() > profile.maxDegree()) {
      throw new IllegalArgumentException(
          "the schedule has degrees up to %d, the profile only up to %d"
              .formatted(schedule.maxDegree(), profile.maxDegree()));
    }
    var phases = new ArrayList<Phase>();
    double remaining = 1;
    for (int degree = 1; remaining > 0; degree++) {
      boolean last = degree == schedule.maxDegree();
      double fromMs = schedule.startsMs().get(degree - 1);
      double nextMs = last ? Double.POSITIVE_INFINITY : schedule.startsMs().get(degree);
      double timeMs = profile.timeMs(request, degree);
      if (nextMs == fromMs) {
        continue;
      }
      boolean ends = last || fromMs + remaining * timeMs <= nextMs;
      double toMs = ends ? fromMs + remaining * timeMs : nextMs;
      double share = ends ? remaining : Math.min(remaining, (nextMs - fromMs) / timeMs);
      phases.add(new Phase(degree, fromMs, toMs, share));
      remaining = ends ? 0 : remaining - share;
    }
    return new PlannedTimeline(profile.timeMs(request, 1), phases);
  }

  /**
   * Returns the request whose sequential time is a percentile of all, by nearest rank; of equal
   * requests, the first.
   *
   * @param percentile 0 to 100
   * @return 0 to {@code profile.requests() - 1}
   */
  public static int requestAt(Profile profile, double percentile) {
    int[] ascending = profile.byDemand();
    double[] weights = Arrays.stream(ascending).mapToDouble(profile::weight).toArray();
    return ascending[Percentile.rank(percentile, weights)];
  }

  /** Time from arrival to the start of its first thread, in milliseconds. */
  public double admittedMs() {
    return phases.getFirst().fromMs();
  }

  /** Time from arrival to completion, in milliseconds. */
  public double doneMs() {
    return phases.getLast().toMs();
  }

  /**
   * Mean number of threads from arrival to completion, with 0 threads during the wait: equation 2.
   */
  public double averageParallelism() {
    double threadMs =
        phases.stream()
            .mapToDouble(phase -> phase.degree() * (phase.toMs() - phase.fromMs()))
            .sum();
    return threadMs / doneMs();
  }

  /**
   * Time alone on one thread divided by the time to completion. Below 1 if the wait costs more than
   * threads save.
   */
  public double speedup() {
    return sequentialMs / doneMs();
  }
}
