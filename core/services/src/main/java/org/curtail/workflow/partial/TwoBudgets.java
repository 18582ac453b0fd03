package org.curtail.workflow.partial;

import java.util.ArrayList;
import java.util.List;
import org.curtail.workflow.partial.StageChoices.StageChoice;

/**
 * Chooses one plan per stage, so that the sum of variances is least within a budget of copies and a
 * loss of utility: Kwiken's problem (4), which the paper leaves open. Prices for copies and for
 * loss give one problem per stage. Bisection finds prices at which the choices stay just within
 * both budgets (Lagrange duality). Changes of single stages then spend the rest, in order of their
 * fall of variance per cost. {@link #bound} is the greatest lower bound from the evaluated prices;
 * other prices may give a greater one.
 */
final class TwoBudgets {
  private static final int HALVINGS = 60;

  /** Share of a budget that rounding may take. */
  private static final double ROUNDING = 1e-9;

  private final List<List<StageChoice>> stages;
  private final double budget;
  private final double loss;
  private Allotment best;
  private double bound = Double.NEGATIVE_INFINITY;

  private TwoBudgets(List<List<StageChoice>> stages, double budget, double loss) {
    this.stages = stages;
    this.budget = budget;
    this.loss = loss;
    best = sums(stages, idle(stages));
  }

  /** Returns the index of each stage's choice without cost and loss. */
  private static int[] idle(List<List<StageChoice>> stages) {
    int[] chosen = new int[stages.size()];
    for (int s = 0; s < chosen.length; s++) {
      List<StageChoice> choices = stages.get(s);
      int idle = 0;
      while (choices.get(idle).cost() > 0 || choices.get(idle).loss() > 0) {
        idle++;
      }
      chosen[s] = idle;
    }
    return chosen;
  }

  /** The index of the choice of each stage, and sums over all stages. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Allotment(int[] chosen, double cost, double loss, double variance) {}

  /**
   * Splits both budgets.
   *
   * @param stages choices of each stage; one choice of each stage must have no cost and no loss
   * @param budget budget of all copies: at least 0
   * @param loss greatest loss of the whole answer: at least 0
   */
  static TwoBudgets split(List<List<StageChoice>> stages, double budget, double loss) {
    var split = new TwoBudgets(stages, budget, loss);
    split.searchPrices();
    split.spendRest();
    return split;
  }

  /** Returns one choice per stage. */
  List<StageChoice> choices() {
    var choices = new ArrayList<StageChoice>();
    for (int s = 0; s < stages.size(); s++) {
      choices.add(stages.get(s).get(best.chosen()[s]));
    }
    return choices;
  }

  /** Returns the remaining sum of variances. */
  double variance() {
    return best.variance();
  }

  /** Returns a lower bound of the sum of variances of all choices within the budgets. */
  double bound() {
    return bound;
  }

  private void searchPrices() {
    double low = 0;
    Allotment free = atLossPrice(0);
    if (free.loss() <= loss * (1 + ROUNDING)) {
      return;
    }
    double high = greatestPrice();
    for (int i = 0; i < HALVINGS; i++) {
      double middle = middle(low, high);
      if (atLossPrice(middle).loss() > loss * (1 + ROUNDING)) {
        low = middle;
      } else {
        high = middle;
      }
    }
  }

  /**
   * Returns the best choices at a price of loss, for the least price of copies that keeps the
   * budget.
   */
  private Allotment atLossPrice(double lossPrice) {
    Allotment allotment = at(0, lossPrice);
    if (allotment.cost() <= budget * (1 + ROUNDING)) {
      return allotment;
    }
    double low = 0;
    double high = greatestPrice();
    allotment = at(high, lossPrice);
    for (int i = 0; i < HALVINGS; i++) {
      double middle = middle(low, high);
      Allotment candidate = at(middle, lossPrice);
      if (candidate.cost() > budget * (1 + ROUNDING)) {
        low = middle;
      } else {
        high = middle;
        allotment = candidate;
      }
    }
    return allotment;
  }

  /** Returns the geometric mean, since prices differ by orders of magnitude. */
  private static double middle(double low, double high) {
    return low == 0 ? high * 1e-6 : StrictMath.sqrt(low) * StrictMath.sqrt(high);
  }

  /** Returns a price at which all stages choose no copy and no loss. */
  private double greatestPrice() {
    double variance = 0;
    double least = Double.MAX_VALUE;
    for (List<StageChoice> stage : stages) {
      double most = 0;
      for (StageChoice choice : stage) {
        most = Math.max(most, choice.variance());
        if (choice.cost() > 0) {
          least = Math.min(least, choice.cost());
        }
        if (choice.loss() > 0) {
          least = Math.min(least, choice.loss());
        }
      }
      variance += most;
    }
    return 2 * Math.max(variance, Double.MIN_NORMAL) / Math.min(1, least);
  }

  /**
   * Returns the best choices at two prices. Keeps them if they are within the budgets and the best
   * so far.
   */
  private Allotment at(double costPrice, double lossPrice) {
    int[] chosen = new int[stages.size()];
    double dual = -costPrice * budget - lossPrice * loss;
    for (int s = 0; s < chosen.length; s++) {
      List<StageChoice> choices = stages.get(s);
      double least = Double.POSITIVE_INFINITY;
      for (int c = 0; c < choices.size(); c++) {
        StageChoice choice = choices.get(c);
        double price = choice.variance() + costPrice * choice.cost() + lossPrice * choice.loss();
        if (price < least) {
          least = price;
          chosen[s] = c;
        }
      }
      dual += least;
    }
    bound = Math.max(bound, dual);
    Allotment allotment = sums(stages, chosen);
    if (isWithin(allotment) && allotment.variance() < best.variance()) {
      best = allotment;
    }
    return allotment;
  }

  private boolean isWithin(Allotment allotment) {
    return allotment.cost() <= budget * (1 + ROUNDING) && allotment.loss() <= loss * (1 + ROUNDING);
  }

  private static Allotment sums(List<List<StageChoice>> stages, int[] chosen) {
    double cost = 0;
    double lost = 0;
    double variance = 0;
    for (int s = 0; s < chosen.length; s++) {
      StageChoice choice = stages.get(s).get(chosen[s]);
      cost += choice.cost();
      lost += choice.loss();
      variance += choice.variance();
    }
    return new Allotment(chosen, cost, lost, variance);
  }

  private void spendRest() {
    while (true) {
      Allotment next = best;
      double most = 0;
      for (int s = 0; s < stages.size(); s++) {
        StageChoice now = stages.get(s).get(best.chosen()[s]);
        for (int c = 0; c < stages.get(s).size(); c++) {
          StageChoice other = stages.get(s).get(c);
          double gain = now.variance() - other.variance();
          double worth = gain / share(other.cost() - now.cost(), other.loss() - now.loss());
          if (gain > 0 && worth > most) {
            int[] chosen = best.chosen().clone();
            chosen[s] = c;
            Allotment changed = sums(stages, chosen);
            if (isWithin(changed)) {
              next = changed;
              most = worth;
            }
          }
        }
      }
      if (most == 0) {
        return;
      }
      best = next;
    }
  }

  /** Returns the share of both budgets that a change uses: above 0. */
  private double share(double cost, double lost) {
    double ofBudget = budget > 0 ? Math.max(0, cost) / budget : 0;
    double ofLoss = loss > 0 ? Math.max(0, lost) / loss : 0;
    return ofBudget + ofLoss + 1e-6;
  }
}
