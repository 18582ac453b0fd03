package org.curtail.workflow.simulate;

import java.util.Arrays;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.Responders;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.simulate.WorkflowRun.RunSetting;
import org.curtail.workflow.simulate.WorkflowTally.StageTally;
import org.curtail.workflow.visit.OrderStatistic;
import org.curtail.workflow.visit.StageDraws;
import org.curtail.workflow.visit.StageRandom;
import org.curtail.workflow.visit.UtilityShare;
import org.curtail.workflow.visit.VisitRule;
import org.jspecify.annotations.Nullable;

/**
 * Visits of one stage under a plan; see {@link WorkflowSimulation}. Fields store the results of the
 * last visit, since there are millions of visits. Not thread-safe.
 */
final class StageVisits {
  private final int stage;
  private final StageDraws draws;
  private final StageTally tally;
  private final VisitRule usual;
  private final VisitRule late;
  private final double lateFromMillis;
  private final Responders responders;
  private final PartialAnswer partial;
  private final double capMillis;
  private final boolean countThreads;
  private final UtilityShare utility;

  /** Contribution of each stage to the current request, by index. */
  private final double[] parts;

  /** Times of the current visit, by responder. */
  private final double[] times;

  private final @Nullable NestedCalls within;

  /** Latencies of original visits in the order of requests; null if not recorded. */
  private double @Nullable [] recorded;

  private int records;
  private double kept;
  private double besideLost;
  private double whole;

  /** Time of the last needed answer of the last visit to several responders. */
  private double all;

  private int copies;
  private double taken;
  private boolean visited;

  StageVisits(int stage, RunSetting setting, @Nullable NestedCalls within) {
    this.stage = stage;
    this.within = within;
    WorkflowPlan plan = setting.plan();
    StagePlan own = plan.stages().get(stage);
    draws = setting.simulation().draws(stage);
    tally = setting.tallies().stage(stage);
    usual = VisitRule.usual(own);
    late = VisitRule.late(own, plan.catchUp());
    lateFromMillis = VisitRule.lateFromMillis(plan.catchUp());
    responders = setting.workflow().stages().get(stage).responders();
    partial = own.partial();
    capMillis = setting.capMillis()[stage];
    countThreads = plan.catchUp() instanceof CatchUp.Threads;
    utility = UtilityShare.of(setting.workflow(), stage);
    parts = setting.parts();
    times = new double[responders.count()];
  }

  /** Starts to record the latencies of original visits. */
  void record(int requests) {
    recorded = new double[requests];
  }

  /** Returns the recorded latencies. */
  double[] recorded() {
    return recorded == null ? new double[0] : Arrays.copyOf(recorded, records);
  }

  /**
   * Returns the kept share of the last visit: the product over the needed stages among this stage
   * and its nested stages.
   */
  double kept() {
    return kept;
  }

  /** Returns the utility that the last visit lost at stages with a utility. */
  double besideLost() {
    return besideLost;
  }

  /**
   * Runs a visit.
   *
   * @param request number of the request, from 0
   * @param startMillis since the request began
   * @param inside {@link StageRandom#NO_COPY}, or the value of the copy of a caller
   * @return latency; 0 if the request does not visit the stage
   */
  double visit(long request, double startMillis, long inside) {
    boolean isLate = startMillis >= lateFromMillis;
    VisitRule rule = isLate ? late : usual;
    copies = 0;
    visited = true;
    kept = 1;
    besideLost = 0;
    double latency;
    if (within != null) {
      latency = caller(within, rule, request, startMillis, inside);
    } else if (times.length > 1) {
      latency = fanOut(rule, request, inside);
    } else {
      latency = single(rule, request, inside);
    }
    if (latency > capMillis) {
      latency = capMillis;
      endsEarly(latency);
    }
    if (visited) {
      count(latency, startMillis, rule, inside, isLate);
    }
    return latency;
  }

  private void count(
      double latency, double startMillis, VisitRule rule, long inside, boolean isLate) {
    tally.visit(latency, startMillis, whole);
    tally.calls(times.length, copies, inside != StageRandom.NO_COPY, isLate);
    if (countThreads) {
      tally.threads(taken, taken * (rule.threads() / rule.speedup() - 1));
    }
    if (recorded != null && inside == StageRandom.NO_COPY) {
      recorded[records++] = latency;
    }
  }

  /** Ends a visit early. The nested stages then contribute nothing to the critical path. */
  private void endsEarly(double latency) {
    if (within != null) {
      within.contributeNothing();
    }
    parts[stage] = latency;
  }

  /** Records the share of needed responders that the visit waited for. */
  private void waitedFor(double share) {
    whole = share;
    if (share < 1) {
      kept *= utility.kept(share);
      besideLost += utility.besideLost(share);
    }
  }

  private double single(VisitRule rule, long request, long inside) {
    double first = draws.firstMillis(request, 0, inside);
    if (Double.isNaN(first)) {
      visited = false;
      parts[stage] = 0;
      return 0;
    }
    taken = first;
    double answer = first / rule.speedup();
    if (answer > rule.delayMillis() && sends(rule, request, inside)) {
      double second = draws.secondMillis(request, 0, inside, first);
      answer = Math.min(answer, rule.delayMillis() + second / rule.speedup());
      taken += second;
      copies = 1;
    }
    double latency = Math.min(answer, partial.cutoffMillis());
    waitedFor(latency < answer ? 0 : 1);
    parts[stage] = latency;
    return latency;
  }

  /** True if a late call to a single responder gets a copy. */
  private boolean sends(VisitRule rule, long request, long inside) {
    return partial.cutoffMillis() > rule.delayMillis()
        && draws.sendsCopy(rule.probability(), request, 0, inside);
  }

  private double fanOut(VisitRule rule, long request, long inside) {
    double delay = rule.delayMillis();
    callResponders(rule, request, inside, delay < Double.POSITIVE_INFINITY);
    double latency = end();
    if (copies > 0 && latency < delay) {
      // The visit ended before the delay, so it sends no copies.
      callResponders(rule, request, inside, false);
    } else if (copies > 0 && latency == delay) {
      // The visit ends exactly at the delay: with the originals, or with a copy that answers at
      // once.
      callResponders(rule, request, inside, false);
      if (end() > delay) {
        callResponders(rule, request, inside, true);
      }
    }
    waitedFor(latency < all ? (double) answeredBy(latency) / responders.needed() : 1);
    parts[stage] = latency;
    return latency;
  }

  /** Draws the times of all calls, with or without copies. */
  private void callResponders(VisitRule rule, long request, long inside, boolean withCopies) {
    double delay = rule.delayMillis();
    double speedup = rule.speedup();
    copies = 0;
    taken = 0;
    for (int i = 0; i < times.length; i++) {
      double first = draws.firstMillis(request, i, inside);
      double answer = first / speedup;
      taken += first;
      if (withCopies && answer > delay && draws.sendsCopy(rule.probability(), request, i, inside)) {
        double second = draws.secondMillis(request, i, inside, first);
        answer = Math.min(answer, delay + second / speedup);
        taken += second;
        copies++;
      }
      times[i] = answer;
    }
  }

  /**
   * Returns the end of a visit with these answers; also stores the time of the last needed answer.
   */
  private double end() {
    int needed = responders.needed();
    all = OrderStatistic.of(times, needed - 1);
    if (!partial.mayLose()) {
      return all;
    }
    double patient = OrderStatistic.of(times, partial.awaited(needed) - 1) + partial.extraMillis();
    return Math.min(all, Math.min(partial.cutoffMillis(), patient));
  }

  private int answeredBy(double end) {
    int answered = 0;
    for (double time : times) {
      if (time <= end) {
        answered++;
      }
    }
    return answered;
  }

  private double caller(
      NestedCalls calls, VisitRule rule, long request, double startMillis, long inside) {
    double first = draws.firstMillis(request, 0, inside);
    visited = !Double.isNaN(first);
    taken = visited ? first : 0;
    double own = taken / rule.speedup();
    double answer = own + calls.run(request, startMillis + own, inside);
    kept = calls.kept();
    besideLost = calls.besideLost();
    if (visited && answer > rule.delayMillis() && sends(rule, request, inside)) {
      double second = draws.secondMillis(request, 0, inside, first);
      double ownSecond = rule.delayMillis() + second / rule.speedup();
      calls.keepParts();
      long copy = StageRandom.withinCopy(inside, stage);
      double answerSecond = ownSecond + calls.run(request, startMillis + ownSecond, copy);
      if (answerSecond < answer) {
        answer = answerSecond;
        own = ownSecond;
        kept = calls.kept();
        besideLost = calls.besideLost();
      } else {
        calls.restoreParts();
      }
      taken += second;
      copies = 1;
    }
    parts[stage] = own;
    double latency = visited ? Math.min(answer, partial.cutoffMillis()) : answer;
    whole = 1;
    if (latency < answer) {
      // Nothing within the visit contributes to the whole answer.
      whole = 0;
      kept = utility.keptWithoutAny();
      besideLost = utility.besideOfAll();
      endsEarly(latency);
    }
    return latency;
  }
}
