package org.curtail.workflow.partial;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.workflow.CurvePoint;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.partial.Visits.StopOutcome;
import org.curtail.workflow.plan.StageCurve;

/**
 * The possible plans of a stage, with their shares of both budgets. A stage with one needed answer
 * can only send copies. A stage with several can also stop waiting. The best stop rule then depends
 * on the copies, so both are evaluated together, on the same visits.
 */
final class StageChoices {
  private static final int MOST_CORNERS = 48;
  private static final int MOST_ANSWERS = 2_000_000;
  private static final int LEAST_VISITS = 500;
  private static final int MOST_VISITS = 10_000;

  /** Evaluated shares of calls with a copy, in combination with losses. */
  private static final double[] FRACTIONS = {0, 0.003, 0.01, 0.03, 0.1, 0.3, 1};

  /** Evaluated losses, as shares of the greatest loss of the stage. */
  private static final double[] LOSSES = {0, 0.03, 0.1, 0.25, 0.4, 0.55, 0.7, 0.85, 1};

  /**
   * Evaluated shares of copies without losses, per factor of ten, besides the corners of the hull.
   */
  private static final int POINTS_PER_DECADE = 6;

  private final Stage stage;
  private final StageCurve curve;
  private final double cost;
  private final double lossWeight;
  private final List<StageChoice> choices = new ArrayList<>();

  private StageChoices(Stage stage, StageCurve curve, double cost, double lossWeight) {
    this.stage = stage;
    this.curve = curve;
    this.cost = cost;
    this.lossWeight = lossWeight;
  }

  /**
   * Returns the choices of a stage with several needed answers.
   *
   * @param cost cost of a copy of every call, as a share of the cost of all original visits
   * @param lossWeight loss of the whole per loss of the stage
   * @param mostLoss greatest loss of the whole answer
   * @param seed seed of the visits on which choices are evaluated
   */
  static List<StageChoice> stopping(
      Stage stage, StageCurve curve, double cost, double lossWeight, double mostLoss, long seed) {
    var choices = new StageChoices(stage, curve, cost, lossWeight);
    // Even a stage of little utility must give half of its answers.
    double most = Math.min(0.5, mostLoss / lossWeight);
    for (double fraction : FRACTIONS) {
      choices.addWithLosses(fraction, most, seed);
    }
    return choices.undominated();
  }

  /** Returns the choices of a stage that waits for all needed answers. */
  static List<StageChoice> waiting(Stage stage, StageCurve curve, double cost) {
    var choices = new StageChoices(stage, curve, cost, 1);
    choices.add(0);
    for (double fraction : fractions(curve)) {
      choices.add(fraction);
    }
    return choices.undominated();
  }

  private static Set<Double> fractions(StageCurve curve) {
    var fractions = new TreeSet<Double>();
    double[] corners = curve.hullCorners();
    double most = corners.length == 0 ? 0 : corners[corners.length - 1];
    int step = Math.ceilDiv(Math.max(1, corners.length), MOST_CORNERS);
    for (int i = 0; i < corners.length; i += step) {
      fractions.add(corners[i]);
    }
    fractions.add(most);
    for (int i = -4 * POINTS_PER_DECADE; i <= 0; i++) {
      double fraction = StrictMath.pow(10, (double) i / POINTS_PER_DECADE);
      if (fraction < most) {
        fractions.add(fraction);
      }
    }
    return fractions;
  }

  private void add(double fraction) {
    CurvePoint point = fraction == 0 ? curve.without() : curve.leastVariance(fraction);
    double sent = Math.min(1, point.reissueFraction());
    var plan = new StagePlan(stage.name(), point.policy(), sent, PartialAnswer.NONE, 0);
    choices.add(new StageChoice(plan, cost * sent, 0, point.varianceMillisSquared()));
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

  private StageChoice choice(ReissuePolicy policy, PartialAnswer answer, StopOutcome outcome) {
    double sent = outcome.reissueFraction();
    var plan = new StagePlan(stage.name(), policy, sent, answer, outcome.loss());
    return new StageChoice(
        plan, cost * sent, lossWeight * outcome.loss(), outcome.varianceMillisSquared());
  }

  /** Returns the number of visits to evaluate; their answers fit into memory. */
  static int visits(Stage stage) {
    return Math.clamp(MOST_ANSWERS / stage.responders().count(), LEAST_VISITS, MOST_VISITS);
  }

  /** Returns the choices without dominated ones. Choices without cost and loss stay. */
  private List<StageChoice> undominated() {
    var left = new ArrayList<StageChoice>();
    for (StageChoice choice : choices) {
      boolean idle = choice.cost() == 0 && choice.loss() == 0;
      boolean dominated = choices.stream().anyMatch(other -> isDominated(choice, other));
      if (idle || !dominated) {
        left.add(choice);
      }
    }
    return left;
  }

  private static boolean isDominated(StageChoice choice, StageChoice other) {
    return !other.equals(choice) && choice.isDominatedBy(other);
  }

  /**
   * A possible plan of a stage, with its cost and effect.
   *
   * @param plan plan of the stage
   * @param cost cost of the copies, as a share of the cost of all original visits
   * @param loss resulting loss of the whole answer
   * @param variance remaining variance, in square milliseconds
   */
  record StageChoice(StagePlan plan, double cost, double loss, double variance) {
    /** True if another choice has at most the same cost, loss and variance. */
    boolean isDominatedBy(StageChoice other) {
      return other.cost <= cost && other.loss <= loss && other.variance <= variance;
    }

    /** Returns this choice with a weighted variance. */
    StageChoice weighted(double weight) {
      return new StageChoice(plan, cost, loss, weight * variance);
    }
  }
}
