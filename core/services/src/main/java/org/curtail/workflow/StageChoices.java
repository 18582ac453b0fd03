package org.curtail.workflow;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.workflow.Visits.StopOutcome;

/**
 * What a stage could do with shares of both budgets. A stage with one responder can only send
 * copies. One with several can also stop waiting; then a copy may come too late to be sent, and
 * what is best to lose depends on the copies. So both are tried together, on the same visits.
 */
final class StageChoices {
  private static final int MOST_CORNERS = 48;
  private static final int MOST_ANSWERS = 2_000_000;
  private static final int LEAST_VISITS = 500;
  private static final int MOST_VISITS = 10_000;

  /** Shares of calls sent again that are tried with losses. */
  private static final double[] FRACTIONS = {0, 0.003, 0.01, 0.03, 0.1, 0.3, 1};

  /** Losses tried, as shares of the most that the stage could be given. */
  private static final double[] LOSSES = {0, 0.03, 0.1, 0.25, 0.4, 0.55, 0.7, 0.85, 1};

  /** Shares of calls sent again that are tried without losses, beside corners of the hull. */
  private static final int POINTS_PER_DECADE = 6;

  private final Stage stage;
  private final StageCurve curve;
  private final double cost;
  private final double lossWeight;
  private final List<Choice> choices = new ArrayList<>();

  private StageChoices(Stage stage, StageCurve curve, double cost, double lossWeight) {
    this.stage = stage;
    this.curve = curve;
    this.cost = cost;
    this.lossWeight = lossWeight;
  }

  /**
   * What a stage that waits for several answers could do.
   *
   * @param cost of sending all calls again, as a share of the cost of all first visits
   * @param lossWeight what one share of loss of the stage costs the whole
   * @param mostLoss of the whole answer
   * @param seed of the visits on which it is tried
   */
  static List<Choice> stopping(
      Stage stage, StageCurve curve, double cost, double lossWeight, double mostLoss, long seed) {
    var choices = new StageChoices(stage, curve, cost, lossWeight);
    // Even a stage of little utility should answer.
    double most = Math.min(0.5, mostLoss / lossWeight);
    for (double fraction : FRACTIONS) {
      choices.addWithLosses(fraction, most, seed);
    }
    return choices.unbeaten();
  }

  /** What a stage could do that waits for all it needs. */
  static List<Choice> waiting(Stage stage, StageCurve curve, double cost) {
    var choices = new StageChoices(stage, curve, cost, 1);
    choices.add(0);
    for (double fraction : fractions(curve)) {
      choices.add(fraction);
    }
    return choices.unbeaten();
  }

  private static Set<Double> fractions(StageCurve curve) {
    var fractions = new TreeSet<Double>();
    List<HullSegment> segments = curve.hull().segments();
    int step = Math.ceilDiv(Math.max(1, segments.size()), MOST_CORNERS);
    for (int i = 0; i < segments.size(); i += step) {
      fractions.add(segments.get(i).toFraction());
    }
    fractions.add(curve.hull().mostFraction());
    for (int i = -4 * POINTS_PER_DECADE; i <= 0; i++) {
      double fraction = StrictMath.pow(10, (double) i / POINTS_PER_DECADE);
      if (fraction < curve.hull().mostFraction()) {
        fractions.add(fraction);
      }
    }
    return fractions;
  }

  private void add(double fraction) {
    CurvePoint point = fraction == 0 ? curve.without() : curve.leastVariance(fraction);
    double sent = Math.min(1, point.reissueFraction());
    var plan = new StagePlan(stage.name(), point.policy(), sent, PartialAnswer.NONE, 0);
    choices.add(new Choice(plan, cost * sent, 0, point.varianceMillisSquared()));
  }

  private void addWithLosses(double fraction, double most, long seed) {
    ReissuePolicy policy =
        fraction == 0 ? ReissuePolicy.NONE : curve.leastVariance(fraction).policy();
    Visits visits = Visits.of(stage, policy, visits(stage), seed);
    var search = new PartialSearch(visits, most);
    for (double share : LOSSES) {
      PartialAnswer answer = search.best(share * most).answer();
      choices.add(choice(policy, answer, visits.under(answer)));
    }
  }

  private Choice choice(ReissuePolicy policy, PartialAnswer answer, StopOutcome outcome) {
    double sent = outcome.reissueFraction();
    var plan = new StagePlan(stage.name(), policy, sent, answer, outcome.loss());
    return new Choice(
        plan, cost * sent, lossWeight * outcome.loss(), outcome.varianceMillisSquared());
  }

  /** So many that their answers fit into memory with ease. */
  static int visits(Stage stage) {
    return Math.clamp(MOST_ANSWERS / stage.responders().count(), LEAST_VISITS, MOST_VISITS);
  }

  /** Without those that cost as much as another and leave more; what does nothing stays. */
  private List<Choice> unbeaten() {
    var left = new ArrayList<Choice>();
    for (Choice choice : choices) {
      boolean idle = choice.cost() == 0 && choice.loss() == 0;
      boolean beaten = choices.stream().anyMatch(other -> isBeaten(choice, other));
      if (idle || !beaten) {
        left.add(choice);
      }
    }
    return left;
  }

  private static boolean isBeaten(Choice choice, Choice other) {
    return !other.equals(choice) && choice.isBeatenBy(other);
  }
}
