package org.curtail.workflow;

import java.util.Arrays;
import org.curtail.reissue.CurvePoint;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePolicy;

/**
 * The same as {@link VisitMoments} for a stage of which whole visits were traced: the mean over
 * traces, of which each call has one second attempt and one coin, drawn once for all policies. Of
 * many traces, some at equal distances are taken. Immutable.
 */
final class TracedMoments implements FanOutMoments {
  private static final int MOST_CALLS = 400_000;
  private static final int LEAST_VISITS = 200;
  private static final long SEED = 0x7AC3DL;

  private final int needed;
  private final double[][] first;
  private final double[][] second;
  private final double[][] coins;
  private final double[] ascending;

  /** When each visit ends without copies. */
  private final double[] ends;

  TracedMoments(Stage stage, ResponderTraces traces) {
    needed = stage.responders().needed();
    int count = stage.responders().count();
    int visits = Math.min(traces.size(), Math.max(LEAST_VISITS, MOST_CALLS / count));
    first = new double[visits][];
    second = new double[visits][count];
    coins = new double[visits][count];
    ends = new double[visits];
    StageDraws draws = StageDraws.alone(stage, SEED);
    var chance = new Chance(SEED, 1, Chance.Purpose.COIN);
    for (int v = 0; v < visits; v++) {
      first[v] = traces.millis((int) ((long) v * traces.size() / visits));
      for (int i = 0; i < count; i++) {
        second[v][i] = draws.secondMillis(v, i, Chance.NO_COPY, first[v][i]);
        coins[v][i] = chance.unit((long) v * count + i, Chance.NO_COPY);
      }
      ends[v] = OrderStatistic.of(first[v].clone(), needed - 1);
    }
    ascending = Arrays.stream(first).flatMapToDouble(Arrays::stream).sorted().toArray();
  }

  @Override
  public CurvePoint of(ReissuePolicy policy) {
    if (policy.maxAttempts() > 2) {
      throw new IllegalArgumentException("a stage sends one copy at most: " + policy);
    }
    if (policy.reissues().isEmpty()) {
      return of(0, 0);
    }
    Reissue reissue = policy.reissues().getFirst();
    return of(reissue.delayMillis(), reissue.probability());
  }

  @Override
  public CurvePoint of(double delayMillis, double probability) {
    double[] latencies = new double[first.length];
    long sent = 0;
    for (int v = 0; v < latencies.length; v++) {
      latencies[v] = ends[v];
      if (ends[v] > delayMillis && probability > 0) {
        double[] answers = first[v].clone();
        sent += sendAgain(v, answers, delayMillis, probability);
        latencies[v] = OrderStatistic.of(answers, needed - 1);
      }
    }
    return new CurvePoint(
        probability == 0 ? ReissuePolicy.NONE : ReissuePolicy.singleR(delayMillis, probability),
        (double) sent / ascending.length,
        Moments.mean(latencies),
        Moments.variance(latencies));
  }

  private int sendAgain(int visit, double[] answers, double delayMillis, double probability) {
    int sent = 0;
    for (int i = 0; i < answers.length; i++) {
      if (answers[i] > delayMillis && coins[visit][i] < probability) {
        answers[i] = Math.min(answers[i], delayMillis + second[visit][i]);
        sent++;
      }
    }
    return sent;
  }

  @Override
  public double shareSent(double delayMillis) {
    long sent = 0;
    for (int v = 0; v < ends.length; v++) {
      if (ends[v] > delayMillis) {
        for (double answer : first[v]) {
          sent += answer > delayMillis ? 1 : 0;
        }
      }
    }
    return (double) sent / ascending.length;
  }

  @Override
  public double delayMillis(double share) {
    if (share >= 1) {
      return 0;
    }
    // A share of 0.3 of 10 times is 3 of them, though 0.3 * 10 may be less in binary.
    int late = (int) Math.floor(share * ascending.length * (1 + 1e-12));
    return late >= ascending.length - Visits.within(ascending, 0)
        ? 0
        : ascending[ascending.length - late - 1];
  }

  @Override
  public int calls() {
    return ascending.length;
  }
}
