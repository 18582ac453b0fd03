package org.curtail.traces.compare;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The times of each stage in both windows, one time per request, by route. */
final class StageTimes {
  /** Minimum number of requests with the stage in each window. */
  private static final int FEWEST = 5;

  private static final double MEDIAN = 0.5;
  private static final double TAIL = 0.95;

  /** Times by stage, then by the route of its first visit. */
  private final Map<Stage, Map<Integer, BeforeAfter>> times = new HashMap<>();

  /** Times of one step. */
  private record BeforeAfter(Times before, Times after) {}

  StageTimes(List<ComparedRequest> before, List<ComparedRequest> after) {
    before.forEach(request -> add(request, false));
    after.forEach(request -> add(request, true));
  }

  private void add(ComparedRequest request, boolean isAfter) {
    Set<Stage> seen = new HashSet<>();
    for (int i = 0; i < request.size(); i++) {
      boolean isServerOfCall = i > 0 && request.span(request.span(i).parent()).isCall();
      Stage stage = Stage.of(request, i);
      if (isServerOfCall || !seen.add(stage)) {
        continue;
      }
      int server = Stage.server(request, i);
      double millis =
          request.span(i).ownMillis() + (server == i ? 0 : request.span(server).ownMillis());
      BeforeAfter both =
          times
              .computeIfAbsent(stage, none -> new TreeMap<>())
              .computeIfAbsent(
                  request.span(server).route(), none -> new BeforeAfter(new Times(), new Times()));
      (isAfter ? both.after : both.before).add(millis);
    }
  }

  /**
   * Returns the changes in no order. Stages with too few requests are left out.
   *
   * @param moreMillis increase per request, by stage
   */
  List<StageChange> changes(Map<Stage, Double> moreMillis, TextIndex keys) {
    List<StageChange> found = new ArrayList<>();
    times.forEach((stage, steps) -> {
      List<BeforeAfter> inBoth =
          steps.values().stream()
              .filter(step -> step.before.size() > 0 && step.after.size() > 0)
              .toList();
      int before = inBoth.stream().mapToInt(step -> step.before.size()).sum();
      int after = inBoth.stream().mapToInt(step -> step.after.size()).sum();
      if (Math.min(before, after) >= FEWEST) {
        double more = moreMillis.getOrDefault(stage, 0.0);
        found.add(change(stage, inBoth, before, after, more, keys));
      }
    });
    double[] chances = new double[2 * found.size()];
    for (int i = 0; i < found.size(); i++) {
      chances[2 * i] = found.get(i).timesP();
      chances[2 * i + 1] = found.get(i).tailP();
    }
    double[] adjusted = Holm.adjusted(chances);
    for (int i = 0; i < found.size(); i++) {
      found.set(i, found.get(i).adjusted(adjusted[2 * i], adjusted[2 * i + 1]));
    }
    return found;
  }

  private static StageChange change(
      Stage stage,
      List<BeforeAfter> steps,
      int before,
      int after,
      double moreMillis,
      TextIndex keys) {
    List<PooledTimes> pooled = new ArrayList<>();
    double pairs = 0;
    double longer = 0;
    var earlier = new WeightedTimes();
    var later = new WeightedTimes();
    for (BeforeAfter step : steps) {
      PooledTimes both = PooledTimes.of(step.before.sorted(), step.after.sorted());
      pooled.add(both);
      pairs += (double) both.before() * both.after();
      longer += both.longerPairs();
      earlier.add(step.before, step.after.size() / (double) step.before.size());
      later.add(step.after, 1);
    }
    return new StageChange(
        keys.text(stage.service()),
        keys.text(stage.operation()),
        before,
        after,
        earlier.quantile(MEDIAN),
        later.quantile(MEDIAN),
        earlier.quantile(TAIL),
        later.quantile(TAIL),
        moreMillis,
        longer / pairs,
        RankSum.p(pooled),
        SlowestShare.p(pooled),
        1,
        1);
  }
}
