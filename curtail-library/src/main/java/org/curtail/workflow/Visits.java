package org.curtail.workflow;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePolicy;
import org.jspecify.annotations.Nullable;

/**
 * A sample of whole visits of a stage: when each of the needed responders answers, copies of calls
 * considered. On it, rules are compared that stop waiting. Immutable.
 *
 * <p>Visits of a stage with {@link ResponderTraces} are its traces as they are; of others, the time
 * of each responder is drawn from the stage's times. Second attempts are drawn from the stage's
 * times, or are that of the pair whose first time was drawn.
 */
public final class Visits {
  private static final long SECOND_ATTEMPTS = 0x5DEECE66DL;

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
   * Visits without copies.
   *
   * @param visits how many at most: at least 1; traces are taken evenly
   * @param seed of what is drawn
   */
  public static Visits of(Stage stage, int visits, long seed) {
    return of(stage, ReissuePolicy.NONE, visits, seed);
  }

  /**
   * Visits in which calls are sent again. The same seed draws the same attempts for all policies.
   *
   * @param policy with one copy at most
   * @param visits how many at most: at least 1; traces are taken evenly
   * @param seed of what is drawn
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
      copies[i] = draw.next(trace);
      answers[i] = draw.answers();
    }
    double delay = copy == null ? Double.POSITIVE_INFINITY : copy.delayMillis();
    return new Visits(stage.responders().count(), answers, copies, delay);
  }

  /** Draws one visit after the other. */
  private static final class Draw {
    private final StageTimes times;
    private final Responders responders;
    private final @Nullable ResponderTraces traces;
    private final @Nullable Reissue copy;
    private final SplittableRandom first;
    private final SplittableRandom second;
    private double[] millis = {};

    Draw(Stage stage, @Nullable Reissue copy, long seed) {
      times = stage.times();
      responders = stage.responders();
      traces = stage.traces();
      this.copy = copy;
      first = new SplittableRandom(seed);
      second = new SplittableRandom(seed ^ SECOND_ATTEMPTS);
    }

    /** Draws a visit; returns how many copies are sent if it does not end before. */
    int next(int trace) {
      millis = new double[responders.count()];
      int copies = 0;
      for (int i = 0; i < millis.length; i++) {
        int drawn = traces == null ? first.nextInt(times.size()) : -1;
        millis[i] = traces == null ? times.firstMillis(drawn) : traces.millis(trace, i);
        if (copy != null) {
          copies += again(i, drawn, copy) ? 1 : 0;
        }
      }
      Arrays.sort(millis);
      return copies;
    }

    /** Whether a call is sent again. Numbers are drawn in any case, so all policies meet the same. */
    private boolean again(int call, int drawn, Reissue reissue) {
      int other = second.nextInt(times.size());
      boolean heads = second.nextDouble() < reissue.probability();
      if (!heads || millis[call] <= reissue.delayMillis()) {
        return false;
      }
      boolean paired = drawn >= 0 && times.arePairs();
      double again = paired ? times.secondMillis(drawn) : times.firstMillis(other);
      if (!paired && times.arePairs()) {
        again = times.secondMillis(other);
      }
      millis[call] = Math.min(millis[call], reissue.delayMillis() + again);
      return true;
    }

    double[] answers() {
      return Arrays.copyOf(millis, responders.needed());
    }
  }

  /** How many visits there are: at least 1. */
  public int size() {
    return answers.length;
  }

  /** For how many answers a visit waits: at least 1. */
  public int needed() {
    return answers[0].length;
  }

  /** When the needed responders of a visit answer, in ascending order; a copy. */
  public double[] answersMillis(int visit) {
    return answers[visit].clone();
  }

  /** What becomes of these visits under a rule. */
  public StopOutcome under(StopRule rule) {
    double[] latencies = new double[size()];
    long lost = 0;
    long sent = 0;
    for (int i = 0; i < latencies.length; i++) {
      latencies[i] = rule.endMillis(answers[i]);
      lost += needed() - within(answers[i], latencies[i]);
      sent += latencies[i] > delayMillis ? copies[i] : 0;
    }
    double calls = (double) size() * responders;
    return new StopOutcome(latencies, lost / ((double) size() * needed()), sent / calls);
  }

  /** How many of some times, in ascending order, are at most so great. */
  static int within(double[] ascending, double millis) {
    int low = 0;
    int high = ascending.length;
    if (ascending[high - 1] <= millis) {
      return high;
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ascending[middle] <= millis) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Rows as they are; not to be changed. */
  List<double[]> rows() {
    return Arrays.asList(answers);
  }

  /** How many answers may be lost, of all that are needed in all visits. */
  long answersLost(double loss) {
    return (long) Math.floor(loss * size() * needed() + 1e-9);
  }
}
