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
 * Two windows of a recording beside each other: which services changed, and how much of the change
 * each explains. Times of a step are compared with those of the same step in requests of the same
 * kind, so another mixture of requests is no change; what changes as much at other times is none
 * either. Immutable.
 *
 * @param before how many requests began in the first window
 * @param after how many in the second
 * @param beforeMillis their mean latency in the first
 * @param afterMillis the same in the second
 * @param otherPairs how many other pairs of windows say what is usual
 * @param services all, by rank
 * @param stages whose times were tested: those that changed first, then by how much more time they
 *     take
 */
public record Comparison(
    int before,
    int after,
    double beforeMillis,
    double afterMillis,
    int otherPairs,
    List<ServiceChange> services,
    List<StageChange> stages) {
  /** A time that differs by less standard deviations from the usual change counts for nothing. */
  private static final double DEVIATIONS = 2;

  /** Of the mean latency: what no clock and no scheduler promises. */
  private static final double LEAST_DEVIATION = 4e-4;

  private static final double LEAST_MILLIS = 1e-6;
  private static final double LEAST_SHARE = 0.003;

  /** An answer of another kind weighs as much as one that takes so many times as long. */
  private static final double OTHER_ANSWER = 5;

  public Comparison {
    services = List.copyOf(services);
    stages = List.copyOf(stages);
  }

  /**
   * Compares.
   *
   * @throws IllegalArgumentException if no request began in one of the windows; names it
   */
  public static Comparison of(TraceSet recording, Window before, Window after) {
    var keys = new Keys();
    List<SeenRequest> all = new ArrayList<>(recording.traces().size());
    for (Trace trace : recording.traces()) {
      all.add(SeenRequest.of(trace, keys));
    }
    List<SeenRequest> first = UsualChange.in(all, before);
    List<SeenRequest> second = UsualChange.in(all, after);
    if (first.isEmpty() || second.isEmpty()) {
      throw new IllegalArgumentException(
          "no request began in the window " + (first.isEmpty() ? "before" : "after"));
    }
    var earlier = new SeenSteps(first);
    var later = new SeenSteps(second);
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
      Change change, UsualChange usual, SeenSteps earlier, SeenSteps later, Keys keys) {
    Set<Integer> services = new TreeSet<>();
    for (SeenSteps steps : List.of(earlier, later)) {
      for (SeenRequest request : steps.requests()) {
        for (SeenSpan span : request.spans()) {
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
      int service, Change change, UsualChange usual, double meanMillis, Keys keys) {
    double time = change.timeMillis(service);
    double median = usual.medianMillis(service);
    double deviation =
        Math.max(LEAST_MILLIS, usual.deviationMillis(service) + LEAST_DEVIATION * meanMillis);
    double noise = DEVIATIONS * deviation;
    double news = Math.max(0, time - median);
    double byTime = news <= noise ? 0 : news * (1 - noise * noise / (news * news));
    double share = change.share(service);
    double byAnswers =
        OTHER_ANSWER * meanMillis * Math.max(0, share - usual.share(service) - LEAST_SHARE);
    return new ServiceChange(
        keys.text(service), 0, byTime + byAnswers, time, median, deviation, share);
  }
}
