package org.curtail.reissue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.curtail.reissue.times.Sample;

/**
 * Searches a policy with several copies that is better than the best policy with one copy. The
 * search is hill climbing. A step changes the delay or the budget share of one copy, so that most
 * requests end before the best tail so far. If enough requests do, a new best tail is found. The
 * result is a local optimum, not always the global one. Not thread-safe.
 */
final class MultipleSearch {
  /** Number of delays in the first pass. Later passes halve the step. */
  private static final int COARSE_DELAYS = 64;

  /** Number of parts of the budget. Few are enough, as delays compensate for coarse shares. */
  private static final int BUDGET_PARTS = 8;

  /** Limit of rounds. A climb usually ends much earlier. */
  private static final int MOST_ROUNDS = 30;

  private final AttemptTimes times;
  private final ReissueGoal goal;
  private final int copies;
  private final double leastMillis;

  /**
   * A copy after a delay, with the share of all requests that get it. Answered requests get no
   * copy, so the true share may be less.
   */
  private record Spending(double delayMillis, double share) {}

  /**
   * Creates a search for independent times.
   *
   * @param leastMillis lower bound of the tail for all policies
   */
  MultipleSearch(AttemptTimes times, ReissueGoal goal, int copies, double leastMillis) {
    this.times = times;
    this.goal = goal;
    this.copies = copies;
    this.leastMillis = leastMillis;
  }

  /** Returns a better policy than that of the plan; if none is found, the plan's policy. */
  ReissuePolicy better(ReissuePlan plan) {
    double delayMillis = plan.policy().reissues().getFirst().delayMillis();
    double budgetWeight = goal.budget() * times.first().totalWeight();
    // After this delay, the budget is enough to send each copy to all unanswered requests.
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

  /** Returns equal shares for the first {@code spending} copies, and 0 for later copies. */
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
      List<Spending> candidate =
          improved(best, copy, new Spending(first.millis(i), share), limitMillis);
      middle = candidate.equals(best) ? middle : i;
      best = candidate;
    }
    for (step /= 2; step > 0; step /= 2) {
      for (int i : new int[] {middle - step, middle + step}) {
        if (i >= 0 && i < useful) {
          List<Spending> candidate =
              improved(best, copy, new Spending(first.millis(i), share), limitMillis);
          middle = candidate.equals(best) ? middle : i;
          best = candidate;
        }
      }
    }
    return best;
  }

  /**
   * Tries each part of the budget for one copy. The other copies share the rest in their present
   * proportion.
   */
  private List<Spending> withBestShare(List<Spending> spendings, int copy, double limitMillis) {
    double others = 0;
    for (int i = 0; i < copies; i++) {
      others += i == copy ? 0 : spendings.get(i).share();
    }
    List<Spending> best = spendings;
    for (int part = 0; part <= BUDGET_PARTS; part++) {
      double share = goal.budget() * part / BUDGET_PARTS;
      List<Spending> candidate = new ArrayList<>();
      for (int i = 0; i < copies; i++) {
        Spending old = spendings.get(i);
        double proportion = others > 0 ? old.share() / others : 1.0 / (copies - 1);
        candidate.add(
            new Spending(
                old.delayMillis(), i == copy ? share : (goal.budget() - share) * proportion));
      }
      best = inTime(candidate, limitMillis) > inTime(best, limitMillis) ? candidate : best;
    }
    return best;
  }

  /** Returns the list with one spending replaced, if that is better; otherwise the same list. */
  private List<Spending> improved(
      List<Spending> spendings, int copy, Spending spending, double limitMillis) {
    List<Spending> changed = new ArrayList<>(spendings);
    changed.set(copy, spending);
    return inTime(changed, limitMillis) > inTime(spendings, limitMillis) ? changed : spendings;
  }

  private double inTime(List<Spending> spendings, double limitMillis) {
    return ReissueForecast.of(times, policy(spendings)).shareWithin(limitMillis);
  }

  /**
   * Returns the policy. Only unanswered requests get copies, so a part of the budget may be left.
   */
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
