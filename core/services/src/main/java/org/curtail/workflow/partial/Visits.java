package org.curtail.workflow.partial;

import java.util.Arrays;
import java.util.List;
import org.curtail.Percentile;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.workflow.ResponderTraces;
import org.curtail.workflow.Responders;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StopRule;
import org.curtail.workflow.simulate.WorkflowSimulation;
import org.curtail.workflow.visit.Moments;
import org.curtail.workflow.visit.OrderStatistic;
import org.curtail.workflow.visit.StageDraws;
import org.curtail.workflow.visit.StageRandom;
import org.jspecify.annotations.Nullable;

/**
 * A sample of visits of a stage, with the times of the needed answers, including copies. The sample
 * serves to compare stop rules. Immutable.
 *
 * <p>If a stage has {@link ResponderTraces}, its visits are these traces. Otherwise each
 * responder's time is drawn, as in {@link WorkflowSimulation}. The times of copies are always
 * drawn.
 */
public final class Visits {
  private final int responders;
  private final double[][] answers;
  private final int[] copies;
  private final double delayMillis;

  private Visits(int responders, double[][] answers, int[] copies, double delayMillis) {
    this.responders = responders;
    this.answers = answers;
    this.copies = copies;
    this.delayMillis = delayMillis;
  }

  /**
   * Returns visits without copies.
   *
   * @param visits greatest number of visits: at least 1; traces are taken evenly
   * @param seed seed of the draws
   */
  public static Visits of(Stage stage, int visits, long seed) {
    return of(stage, ReissuePolicy.NONE, visits, seed);
  }

  /**
   * Returns visits with copies. The same seed draws the same attempts for all policies.
   *
   * @param policy policy with at most one copy
   * @param visits greatest number of visits: at least 1; traces are taken evenly
   * @param seed seed of the draws
   */
  public static Visits of(Stage stage, ReissuePolicy policy, int visits, long seed) {
    if (visits < 1) {
      throw new IllegalArgumentException("visits must be at least 1: " + visits);
    }
    if (policy.maxAttempts() > 2) {
      throw new IllegalArgumentException("a stage sends one copy at most: " + policy);
    }
    ResponderTraces traces = stage.traces();
    int size = traces == null ? visits : Math.min(visits, traces.size());
    Reissue copy = policy.reissues().isEmpty() ? null : policy.reissues().getFirst();
    var draw = new Draw(stage, copy, seed);
    double[][] answers = new double[size][];
    int[] copies = new int[size];
    for (int i = 0; i < size; i++) {
      int trace = traces == null ? i : (int) ((long) i * traces.size() / size);
      copies[i] = draw.next(i, trace);
      answers[i] = draw.answers();
    }
    double delay = copy == null ? Double.POSITIVE_INFINITY : copy.delayMillis();
    return new Visits(stage.responders().count(), answers, copies, delay);
  }

  /** Draws one visit after the other. */
  private static final class Draw {
    private final StageDraws draws;
    private final Responders responders;
    private final @Nullable ResponderTraces traces;
    private final @Nullable Reissue copy;
    private double[] millis = {};

    Draw(Stage stage, @Nullable Reissue copy, long seed) {
      draws = StageDraws.alone(stage, seed);
      responders = stage.responders();
      traces = stage.traces();
      this.copy = copy;
    }

    /** Draws a visit, and returns its number of copies if it waits for all needed answers. */
    int next(int visit, int trace) {
      millis = new double[responders.count()];
      int copies = 0;
      for (int i = 0; i < millis.length; i++) {
        millis[i] =
            traces == null
                ? draws.firstMillis(visit, i, StageRandom.NO_COPY)
                : traces.millis(trace, i);
        if (copy != null && millis[i] > copy.delayMillis() && sendsCopy(visit, i, copy)) {
          double second = draws.secondMillis(visit, i, StageRandom.NO_COPY, millis[i]);
          millis[i] = Math.min(millis[i], copy.delayMillis() + second);
          copies++;
        }
      }
      Arrays.sort(millis);
      return copies;
    }

    private boolean sendsCopy(int visit, int call, Reissue reissue) {
      return draws.sendsCopy(reissue.probability(), visit, call, StageRandom.NO_COPY);
    }

    double[] answers() {
      return Arrays.copyOf(millis, responders.needed());
    }
  }

  /** Returns the number of visits: at least 1. */
  public int size() {
    return answers.length;
  }

  /** Returns the number of needed answers of a visit: at least 1. */
  public int needed() {
    return answers[0].length;
  }

  /** Returns the times of the needed answers of a visit, in ascending order; a copy. */
  public double[] answersMillis(int visit) {
    return answers[visit].clone();
  }

  /** Returns the outcome of these visits under a stop rule. */
  public StopOutcome under(StopRule rule) {
    double[] latencies = new double[size()];
    long lost = 0;
    long sent = 0;
    for (int i = 0; i < latencies.length; i++) {
      latencies[i] = rule.endMillis(answers[i]);
      lost += needed() - OrderStatistic.within(answers[i], latencies[i]);
      sent += latencies[i] > delayMillis ? copies[i] : 0;
    }
    double calls = (double) size() * responders;
    return new StopOutcome(latencies, lost / ((double) size() * needed()), sent / calls);
  }

  /** Returns the times of each visit, without a copy; callers must not change them. */
  List<double[]> rows() {
    return Arrays.asList(answers);
  }

  /** Returns the number of answers that a loss allows, out of all needed answers. */
  long answersLost(double loss) {
    return (long) Math.floor(loss * size() * needed() + 1e-9);
  }

  /** The outcome of {@link Visits} under a stop rule. Immutable. */
  public static final class StopOutcome {
    private final double[] latencies;
    private final double[] ascending;
    private final double loss;
    private final double reissueFraction;

    StopOutcome(double[] latencies, double loss, double reissueFraction) {
      this.latencies = latencies;
      this.loss = loss;
      this.reissueFraction = reissueFraction;
      ascending = latencies.clone();
      Arrays.sort(ascending);
    }

    /** Returns the latencies, in the order of visits; a copy. */
    public double[] latenciesMillis() {
      return latencies.clone();
    }

    /**
     * Returns a percentile of the latencies.
     *
     * @param percentile 0 to 100
     */
    public double percentileMillis(double percentile) {
      return Percentile.of(ascending, percentile);
    }

    /** Returns the mean latency. */
    public double meanMillis() {
      return Moments.mean(ascending);
    }

    /** Returns the variance of the latencies. */
    public double varianceMillisSquared() {
      return Moments.variance(ascending);
    }

    /** Returns the share of lost answers among the needed ones: 0 to 1. */
    public double loss() {
      return loss;
    }

    /** Returns the share of calls with a copy: 0 to 1. */
    public double reissueFraction() {
      return reissueFraction;
    }
  }
}
