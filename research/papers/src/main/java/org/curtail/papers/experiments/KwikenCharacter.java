package org.curtail.papers.experiments;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.curtail.Percentile;
import org.curtail.benchkit.standin.KwikenRandom;
import org.curtail.workflow.Stage;
import org.curtail.workflow.Workflow;

/**
 * A workflow in the terms in which the Kwiken paper describes Bing's (section 2.2, Figures 4 and
 * 6).
 *
 * @param stages number of stages
 * @param p99ByMedian p99 over median of each stage
 * @param endP95ByMedian p95 over median from end to end
 * @param endP99ByMedian p99 over median from end to end
 * @param longestSequence stages that wait for each other
 * @param effective effective stages. The effective stages come from the most frequent critical
 *     paths, those of 90 % of the requests together: the fewest stages with 90 % of the time of the
 *     path
 * @param effectivePerPath mean number of effective stages in such a path
 * @param inDegrees number of stages that each effective stage waits for
 */
record KwikenCharacter(
    int stages,
    List<Double> p99ByMedian,
    double endP95ByMedian,
    double endP99ByMedian,
    int longestSequence,
    int effective,
    double effectivePerPath,
    List<Integer> inDegrees) {
  /** Share of requests, and of the time of a path. */
  private static final double MOST = 0.9;

  KwikenCharacter {
    p99ByMedian = List.copyOf(p99ByMedian);
    inDegrees = List.copyOf(inDegrees);
  }

  /** Requests with the same critical path. */
  private static final class Path {
    final List<Integer> stages;
    final double[] millis;
    int requests;

    Path(List<Integer> stages) {
      this.stages = stages;
      millis = new double[stages.size()];
    }

    void add(double[] times) {
      requests++;
      for (int i = 0; i < millis.length; i++) {
        millis[i] += times[stages.get(i)];
      }
    }

    /** Returns the fewest stages with most of its time. */
    List<Integer> effective() {
      List<Integer> byTime = new ArrayList<>();
      for (int i = 0; i < millis.length; i++) {
        byTime.add(i);
      }
      byTime.sort(Comparator.comparingDouble(i -> -millis[i]));
      double left = MOST * Arrays.stream(millis).sum();
      var few = new ArrayList<Integer>();
      for (int i : byTime) {
        if (left <= 0) {
          break;
        }
        few.add(stages.get(i));
        left -= millis[i];
      }
      return few;
    }
  }

  static KwikenCharacter of(Workflow workflow, int requests, long seed) {
    int count = workflow.stages().size();
    int[][] before = new int[count][];
    double[][] times = new double[count][];
    for (int s = 0; s < count; s++) {
      Stage stage = workflow.stages().get(s);
      before[s] = stage.after().stream().mapToInt(workflow::index).toArray();
      times[s] = stage.times().firstMillis();
    }
    var chance = KwikenRandom.of(seed, 0, count);
    var paths = new HashMap<List<Integer>, Path>();
    double[] latencies = new double[requests];
    for (int i = 0; i < requests; i++) {
      double[] millis = new double[count];
      for (int s = 0; s < count; s++) {
        millis[s] = times[s][chance.below(times[s].length)];
      }
      double[] ends = ends(before, millis);
      latencies[i] = Arrays.stream(ends).max().orElseThrow();
      paths.computeIfAbsent(criticalPath(before, ends), Path::new).add(millis);
    }
    return of(before, times, latencies, paths);
  }

  private static KwikenCharacter of(
      int[][] before, double[][] times, double[] latencies, Map<List<Integer>, Path> paths) {
    List<Path> frequent = frequent(paths, latencies.length);
    Set<Integer> effective = new LinkedHashSet<>();
    double perPath = 0;
    for (Path path : frequent) {
      List<Integer> few = path.effective();
      effective.addAll(few);
      perPath += (double) few.size() / frequent.size();
    }
    return new KwikenCharacter(
        before.length,
        Arrays.stream(times).map(millis -> byMedian(millis, 99)).toList(),
        byMedian(latencies, 95),
        byMedian(latencies, 99),
        longestSequence(before),
        effective.size(),
        perPath,
        effective.stream().map(stage -> before[stage].length).toList());
  }

  private static double byMedian(double[] millis, double percentile) {
    double[] ascending = millis.clone();
    Arrays.sort(ascending);
    return Percentile.of(ascending, percentile) / Percentile.of(ascending, 50);
  }

  private static List<Path> frequent(Map<List<Integer>, Path> paths, int requests) {
    List<Path> byFrequency =
        paths.values().stream()
            .sorted(
                Comparator.comparingInt((Path path) -> -path.requests)
                    .thenComparing(path -> path.stages.toString()))
            .toList();
    var frequent = new ArrayList<Path>();
    double left = MOST * requests;
    for (Path path : byFrequency) {
      if (left <= 0) {
        break;
      }
      frequent.add(path);
      left -= path.requests;
    }
    return frequent;
  }

  private static double[] ends(int[][] before, double[] millis) {
    double[] ends = new double[before.length];
    for (int s = 0; s < ends.length; s++) {
      for (int earlier : before[s]) {
        ends[s] = Math.max(ends[s], ends[earlier]);
      }
      ends[s] += millis[s];
    }
    return ends;
  }

  /** Returns the critical path, from the last stage backwards. */
  private static List<Integer> criticalPath(int[][] before, double[] ends) {
    int last = 0;
    for (int s = 1; s < ends.length; s++) {
      last = ends[s] > ends[last] ? s : last;
    }
    var path = new ArrayList<Integer>();
    path.add(last);
    while (before[last].length > 0) {
      int latest = before[last][0];
      for (int earlier : before[last]) {
        latest = ends[earlier] > ends[latest] ? earlier : latest;
      }
      last = latest;
      path.add(last);
    }
    return path;
  }

  private static int longestSequence(int[][] before) {
    double[] ones = new double[before.length];
    Arrays.fill(ones, 1);
    return (int) Math.round(Arrays.stream(ends(before, ones)).max().orElseThrow());
  }
}
