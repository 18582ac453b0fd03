package org.curtail.traces.workflow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.curtail.traces.SelfTimes;
import org.curtail.traces.Trace;

/**
 * What slow requests waited for, beside usual ones: the critical paths of the slowest 1 % and of
 * those around the median, summed by stage. Immutable.
 *
 * @param slow how many requests are slow
 * @param usual how many are usual
 * @param slowMillis their mean latency
 * @param usualMillis the same of usual ones
 * @param stages by how much more slow requests waited for them, most first
 */
public record PathBlame(
    int slow, int usual, double slowMillis, double usualMillis, List<Blamed> stages) {
  private static final double SLOW_FROM = 99;
  private static final double USUAL_FROM = 40;
  private static final double USUAL_TO = 60;
  private static final double NANOS_PER_MILLI = 1e6;

  /** A 95 % interval of a mean, in standard errors. */
  private static final double NORMAL_95 = 1.96;

  /**
   * A stage on the critical paths; all times are means per request.
   *
   * @param slowMillis on those of slow requests
   * @param slowBeyondMillis of these, before and after the stage's own server had the call: network
   *     and queue
   * @param usualMillis on those of usual ones
   * @param errorMillis half the 95 % interval of the difference of the two
   */
  public record Blamed(
      StageName stage,
      double slowMillis,
      double slowBeyondMillis,
      double usualMillis,
      double errorMillis) {
    /** How much more slow requests waited for it. */
    public double moreMillis() {
      return slowMillis - usualMillis;
    }
  }

  public PathBlame {
    stages = List.copyOf(stages);
  }

  /** Sums up the requests of a workflow. */
  public static PathBlame of(TracedWorkflow workflow) {
    List<Trace> slow = workflow.between(SLOW_FROM, 100);
    List<Trace> usual = workflow.between(USUAL_FROM, USUAL_TO);
    Map<StageName, Sums> ofSlow = sums(slow);
    Map<StageName, Sums> ofUsual = sums(usual);
    List<Blamed> stages = new ArrayList<>();
    var all = new HashMap<>(ofUsual);
    all.putAll(ofSlow);
    for (StageName stage : all.keySet()) {
      Sums one = ofSlow.getOrDefault(stage, new Sums());
      Sums other = ofUsual.getOrDefault(stage, new Sums());
      stages.add(
          new Blamed(
              stage,
              one.mean(slow.size()),
              one.beyondMillis / slow.size(),
              other.mean(usual.size()),
              NORMAL_95
                  * Math.sqrt(
                      one.variance(slow.size()) / slow.size()
                          + other.variance(usual.size()) / usual.size())));
    }
    stages.sort(
        Comparator.comparingDouble((Blamed stage) -> -stage.moreMillis())
            .thenComparing(stage -> stage.stage().toString()));
    return new PathBlame(slow.size(), usual.size(), mean(slow), mean(usual), stages);
  }

  private static double mean(List<Trace> traces) {
    return traces.stream().mapToLong(Trace::durationNanos).average().orElse(0) / NANOS_PER_MILLI;
  }

  private static Map<StageName, Sums> sums(List<Trace> traces) {
    Map<StageName, Sums> sums = new HashMap<>();
    for (Trace trace : traces) {
      long[] own = CriticalPath.nanos(trace);
      Map<StageName, Double> ofRequest = new HashMap<>();
      for (int i = 0; i < own.length; i++) {
        double millis = own[i] / NANOS_PER_MILLI;
        if (millis > 0) {
          StageName stage = StageName.of(trace, i);
          ofRequest.merge(stage, millis, Double::sum);
          if (SelfTimes.isCall(trace, i)) {
            sums.computeIfAbsent(stage, none -> new Sums()).beyondMillis += millis;
          }
        }
      }
      ofRequest.forEach(
          (stage, millis) -> sums.computeIfAbsent(stage, none -> new Sums()).add(millis));
    }
    return sums;
  }

  /** Of the requests that waited for a stage; others waited for 0 ms. */
  private static final class Sums {
    private double millis;
    private double squares;
    private double beyondMillis;

    void add(double time) {
      millis += time;
      squares += time * time;
    }

    double mean(int requests) {
      return millis / requests;
    }

    double variance(int requests) {
      double mean = mean(requests);
      return requests < 2
          ? mean * mean
          : Math.max(0, squares / requests - mean * mean) * requests / (requests - 1.0);
    }
  }
}
