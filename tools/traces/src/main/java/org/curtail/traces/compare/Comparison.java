package org.curtail.traces.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.curtail.traces.Trace;
import org.curtail.traces.TraceSet;
import org.curtail.traces.Window;

/**
 * A comparison of two windows of a recording: the changed services, and the part of the change that
 * each service explains. The times of a step are compared within the same kind of requests, so
 * another mixture of requests is not a change. A change that also occurs at other times is not a
 * change either. Immutable.
 *
 * @param before number of requests in the first window
 * @param after number of requests in the second window
 * @param beforeMillis mean latency in the first window
 * @param afterMillis mean latency in the second window
 * @param otherPairs number of other pairs of windows, which show the usual change
 * @param services all services, by rank
 * @param stages tested stages: changed stages first, then by increase of their time
 */
public record Comparison(
    int before,
    int after,
    double beforeMillis,
    double afterMillis,
    int otherPairs,
    List<ServiceChange> services,
    List<StageChange> stages) {
  /** Minimum distance from the usual change, in standard deviations. */
  private static final double DEVIATIONS = 2;

  /**
   * Minimum standard deviation as a share of the mean latency, the accuracy of clocks and
   * schedulers.
   */
  private static final double LEAST_DEVIATION = 4e-4;

  private static final double LEAST_MILLIS = 1e-6;
  private static final double LEAST_SHARE = 0.003;

  /** Weight of a request with a new shape, in mean latencies. */
  private static final double ANSWER_WEIGHT = 5;

  public Comparison {
    services = List.copyOf(services);
    stages = List.copyOf(stages);
  }

  /**
   * Compares two windows.
   *
   * @throws IllegalArgumentException if no request began in one of the windows; the message names
   *     the window
   */
  public static Comparison of(TraceSet recording, Window before, Window after) {
    var keys = new TextIndex();
    List<ComparedRequest> all = new ArrayList<>(recording.traces().size());
    for (Trace trace : recording.traces()) {
      all.add(ComparedRequest.of(trace, keys));
    }
    List<ComparedRequest> first = UsualChange.in(all, before);
    List<ComparedRequest> second = UsualChange.in(all, after);
    if (first.isEmpty() || second.isEmpty()) {
      throw new IllegalArgumentException(
          "no request began in the window " + (first.isEmpty() ? "before" : "after"));
    }
    var earlier = new WindowSteps(first);
    var later = new WindowSteps(second);
    var usual = new UsualChange(all, before, after);
    Change change = Change.between(earlier, later);
    return new Comparison(
        first.size(),
        second.size(),
        earlier.meanMillis(),
        later.meanMillis(),
        usual.otherTimes(),
        ranked(change, usual, earlier, later, keys),
        sorted(new StageTimes(first, second).changes(change.stageMillis(), keys)));
  }

  private static List<StageChange> sorted(List<StageChange> stages) {
    return stages.stream()
        .sorted(
            Comparator.comparing((StageChange stage) -> !stage.isAnyChanged())
                .thenComparingDouble(stage -> -Math.abs(stage.moreMillis()))
                .thenComparing(StageChange::service)
                .thenComparing(StageChange::operation))
        .toList();
  }

  private static List<ServiceChange> ranked(
      Change change, UsualChange usual, WindowSteps earlier, WindowSteps later, TextIndex keys) {
    Set<Integer> services = new TreeSet<>();
    for (WindowSteps steps : List.of(earlier, later)) {
      for (ComparedRequest request : steps.requests()) {
        for (ComparedSpan span : request.spans()) {
          services.add(span.service());
        }
      }
    }
    double meanMillis = earlier.meanMillis();
    List<ServiceChange> found = new ArrayList<>();
    for (int service : services) {
      found.add(explained(service, change, usual, meanMillis, keys));
    }
    found.sort(
        Comparator.comparingDouble(ServiceChange::explainedMillis)
            .thenComparingDouble(ServiceChange::deviations)
            .reversed()
            .thenComparing(ServiceChange::name));
    List<ServiceChange> ranked = new ArrayList<>();
    for (ServiceChange one : found) {
      ranked.add(one.ranked(ranked.size() + 1));
    }
    return ranked;
  }

  private static ServiceChange explained(
      int service, Change change, UsualChange usual, double meanMillis, TextIndex keys) {
    double time = change.timeMillis(service);
    double median = usual.medianMillis(service);
    double deviation =
        Math.max(LEAST_MILLIS, usual.deviationMillis(service) + LEAST_DEVIATION * meanMillis);
    double noise = DEVIATIONS * deviation;
    double excess = Math.max(0, time - median);
    double byTime = excess <= noise ? 0 : excess * (1 - noise * noise / (excess * excess));
    double share = change.share(service);
    double byAnswers =
        ANSWER_WEIGHT * meanMillis * Math.max(0, share - usual.share(service) - LEAST_SHARE);
    return new ServiceChange(
        keys.text(service), 0, byTime + byAnswers, time, median, deviation, share);
  }
}
