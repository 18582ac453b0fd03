package org.curtail.reissue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.curtail.reissue.times.Sample;

/**
 * Looks for a policy with several copies that beats the best one with a single copy. Climbs: of the
 * delay of each copy, and of its share of the budget, the value is taken that lets most requests
 * end before the best tail yet, the others being kept; if those are enough, there is a new best
 * tail. Finds a top, not always the highest. Not thread-safe.
 */
final class MultipleSearch {
  /** Delays tried at once; between them, steps are halved. */
  private static final int COARSE_DELAYS = 64;

  /** Parts of the budget: small enough, since shares and delays make up for each other. */
  private static final int BUDGET_PARTS = 8;

  /** A climb ends of itself long before; this bounds it. */
  private static final int MOST_ROUNDS = 30;

  private final AttemptTimes times;
  private final ReissueGoal goal;
  private final int copies;
  private final double leastMillis;

  /** A copy that is sent after a delay to a share of all requests, if so many have no answer. */
  private record Spending(double delayMillis, double share) {}

  /**
   * For independent times.
   *
   * @param leastMillis no policy comes below
   */
  MultipleSearch(AttemptTimes times, ReissueGoal goal, int copies, double leastMillis) {
    this.times = times;
    this.goal = goal;
    this.copies = copies;
    this.leastMillis = leastMillis;
  }

  /** A policy that is better than the plan's, or the plan's. */
  ReissuePolicy better(ReissuePlan plan) {
    double delayMillis = plan.policy().reissues().getFirst().delayMillis();
    double budgetWeight = goal.budget() * times.first().totalWeight();
    // From here on each copy can be sent to all that have no answer.
    double allMillis =
        times.first().leastReaching(times.first().totalWeight() - budgetWeight / copies);
    List<List<Spending>> starts =
        List.of(
            equal(delayMillis, goal.budget(), 1),
            equal(delayMillis, goal.budget() / copies, copies),
            equal(allMillis, goal.budget() / copies, copies));
    ReissuePolicy best = plan.policy();
    double bestMillis = plan.predictedMillis();
    for (List<Spending> start : starts) {
      List<Spending> reached = start;
      for (int round = 0; round < MOST_ROUNDS && bestMillis > leastMillis; round++) {
        reached = climb(reached, Math.nextDown(bestMillis));
        ReissuePolicy found = policy(reached);
        double foundMillis = ReissueForecast.of(times, found).percentileMillis(goal.percentile());
        if (foundMillis >= bestMillis) {
          break;
        }
        best = found;
        bestMillis = foundMillis;
      }
    }
    return best;
  }

  /** Equal shares for the first so many copies, none for the others. */
  private List<Spending> equal(double delayMillis, double share, int spending) {
    List<Spending> spendings = new ArrayList<>();
    for (int i = 0; i < copies; i++) {
      spendings.add(new Spending(delayMillis, i < spending ? share : 0));
    }
    return spendings;
  }

  private List<Spending> climb(List<Spending> start, double limitMillis) {
    List<Spending> best = start;
    for (int round = 0; round < MOST_ROUNDS; round++) {
      List<Spending> before = best;
      for (int i = 0; i < copies; i++) {
        best = withBestDelay(best, i, limitMillis);
        best = withBestShare(best, i, limitMillis);
      }
      if (inTime(best, limitMillis) <= inTime(before, limitMillis)) {
        return before;
      }
    }
    return best;
  }

  private List<Spending> withBestDelay(List<Spending> spendings, int copy, double limitMillis) {
    Sample first = times.first();
    int useful = first.countWithin(0, limitMillis);
    double share = spendings.get(copy).share();
    List<Spending> best = improved(spendings, copy, new Spending(0, share), limitMillis);
    int step = Math.max(1, useful / COARSE_DELAYS);
    int middle = 0;
    for (int i = 0; i < useful; i += step) {
      List<Spending> tried =
          improved(best, copy, new Spending(first.millis(i), share), limitMillis);
      middle = tried.equals(best) ? middle : i;
      best = tried;
    }
    for (step /= 2; step > 0; step /= 2) {
      for (int i : new int[] {middle - step, middle + step}) {
        if (i >= 0 && i < useful) {
          List<Spending> tried =
              improved(best, copy, new Spending(first.millis(i), share), limitMillis);
          middle = tried.equals(best) ? middle : i;
          best = tried;
        }
      }
    }
    return best;
  }

  /** Gives one copy each part of the budget, the others the rest in the proportion they had. */
  private List<Spending> withBestShare(List<Spending> spendings, int copy, double limitMillis) {
    double others = 0;
    for (int i = 0; i < copies; i++) {
      others += i == copy ? 0 : spendings.get(i).share();
    }
    List<Spending> best = spendings;
    for (int part = 0; part <= BUDGET_PARTS; part++) {
      double share = goal.budget() * part / BUDGET_PARTS;
      List<Spending> tried = new ArrayList<>();
      for (int i = 0; i < copies; i++) {
        Spending old = spendings.get(i);
        double proportion = others > 0 ? old.share() / others : 1.0 / (copies - 1);
        tried.add(
            new Spending(
                old.delayMillis(), i == copy ? share : (goal.budget() - share) * proportion));
      }
      best = inTime(tried, limitMillis) > inTime(best, limitMillis) ? tried : best;
    }
    return best;
  }

  /** With another spending for one copy if that is better, else the very list. */
  private List<Spending> improved(
      List<Spending> spendings, int copy, Spending spending, double limitMillis) {
    List<Spending> tried = new ArrayList<>(spendings);
    tried.set(copy, spending);
    return inTime(tried, limitMillis) > inTime(spendings, limitMillis) ? tried : spendings;
  }

  private double inTime(List<Spending> spendings, double limitMillis) {
    return ReissueForecast.of(times, policy(spendings)).shareWithin(limitMillis);
  }

  /** A copy cannot be sent to more requests than are unanswered: the rest is not spent. */
  private ReissuePolicy policy(List<Spending> spendings) {
    List<Spending> byDelay = new ArrayList<>(spendings);
    byDelay.sort(Comparator.comparingDouble(Spending::delayMillis));
    List<Reissue> reissues = new ArrayList<>();
    for (Spending spending : byDelay) {
      if (spending.share() > 0) {
        double unanswered =
            ReissueForecast.shareUnanswered(
                times, Collections.unmodifiableList(reissues), spending.delayMillis());
        reissues.add(
            new Reissue(spending.delayMillis(), Math.min(1, spending.share() / unanswered)));
      }
    }
    return new ReissuePolicy(reissues);
  }
}
