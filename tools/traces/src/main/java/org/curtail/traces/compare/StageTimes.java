package org.curtail.traces.compare;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The times of each stage in both windows, a time a request, by what is alike. */
final class StageTimes {
  /** Fewer requests with the stage, in either window, are not compared. */
  private static final int FEWEST = 5;

  private static final double MEDIAN = 0.5;
  private static final double TAIL = 0.95;

  /** By stage, then by the route of its first visit. */
  private final Map<Stage, Map<Integer, Both>> times = new HashMap<>();

  /** The times of one step. */
  private record Both(Times before, Times after) {}

  StageTimes(List<SeenRequest> before, List<SeenRequest> after) {
    before.forEach(request -> add(request, false));
    after.forEach(request -> add(request, true));
  }

  private void add(SeenRequest request, boolean isAfter) {
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
      Both both =
          times
              .computeIfAbsent(stage, none -> new TreeMap<>())
              .computeIfAbsent(
                  request.span(server).route(), none -> new Both(new Times(), new Times()));
      (isAfter ? both.after : both.before).add(millis);
    }
  }

  /**
   * What changed, in no order; stages that too few requests have are left out.
   *
   * @param moreMillis per request, by stage
   */
  List<StageChange> changes(Map<Stage, Double> moreMillis, Keys keys) {
    List<StageChange> found = new ArrayList<>();
    times.forEach((stage, steps) -> {
      List<Both> inBoth =
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
      Stage stage, List<Both> steps, int before, int after, double moreMillis, Keys keys) {
    List<PooledTimes> pooled = new ArrayList<>();
    double pairs = 0;
    double longer = 0;
    var earlier = new WeightedTimes();
    var later = new WeightedTimes();
    for (Both step : steps) {
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
