package org.curtail.traces.workflow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.curtail.benchkit.stats.PairedBootstrap;
import org.curtail.traces.Trace;

/**
 * Waits of slow requests compared with usual requests: the critical paths of the slowest 1 % and of
 * requests around the median, summed by stage. Immutable.
 *
 * @param slow number of slow requests
 * @param usual number of usual requests
 * @param slowMillis mean latency of slow requests
 * @param usualMillis mean latency of usual requests
 * @param stages stages by the additional wait of slow requests, largest first
 */
public record PathBlame(
    int slow, int usual, double slowMillis, double usualMillis, List<Blamed> stages) {
  /** Percentile of the latency above which requests are slow. */
  public static final double SLOW_FROM = 99;

  /** Lower percentile of the latency of usual requests. */
  public static final double USUAL_FROM = 40;

  /** Upper percentile of the latency of usual requests. */
  public static final double USUAL_TO = 60;

  private static final double NANOS_PER_MILLI = 1e6;
  private static final int BLOCKS = 20;
  private static final long SEED = 1;

  /**
   * A stage on the critical paths; all times are means per request.
   *
   * @param slowMillis time on the paths of slow requests
   * @param slowBeyondMillis part of {@code slowMillis} outside of the stage's server: network and
   *     queue
   * @param usualMillis time on the paths of usual requests
   * @param lowMillis lower end of the 95 % interval of the difference of {@code slowMillis} and
   *     {@code usualMillis}. The interval comes from resampling blocks of consecutive requests,
   *     including the choice of slow requests
   * @param highMillis upper end of this interval
   */
  public record Blamed(
      StageName stage,
      double slowMillis,
      double slowBeyondMillis,
      double usualMillis,
      double lowMillis,
      double highMillis) {
    /** Additional wait of slow requests. */
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
    var means = new PathMeans(workflow.traces(), BLOCKS);
    PathMeans.Both all = means.of(PairedBootstrap.once(BLOCKS));
    var bootstrap = new PairedBootstrap(BLOCKS, SEED);
    List<Blamed> stages = new ArrayList<>();
    for (int stage = 0; stage < means.stages().size(); stage++) {
      int number = stage;
      List<Double> interval = bootstrap.spread(draw -> means.of(draw).more(number));
      stages.add(
          new Blamed(
              means.stages().get(stage),
              all.slow(stage),
              all.slowBeyond(stage),
              all.usual(stage),
              interval.get(0),
              interval.get(1)));
    }
    stages.sort(
        Comparator.comparingDouble((Blamed stage) -> -stage.moreMillis())
            .thenComparing(stage -> stage.stage().toString()));
    return new PathBlame(slow.size(), usual.size(), mean(slow), mean(usual), stages);
  }

  private static double mean(List<Trace> traces) {
    return traces.stream().mapToLong(Trace::durationNanos).average().orElse(0) / NANOS_PER_MILLI;
  }
}
