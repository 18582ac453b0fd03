package org.curtail.workflow;

import java.util.Arrays;
import org.curtail.workflow.WorkflowRun.RunSetting;
import org.curtail.workflow.WorkflowTally.StageTally;
import org.jspecify.annotations.Nullable;

/**
 * Visits of one stage under a plan, as described in {@link WorkflowSimulation}. A visit leaves its
 * results in fields, since there are millions of visits. Not thread-safe.
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

  /** By responder of a visit. */
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

  /** Records the latencies of original visits from now on. */
  void record(int requests) {
    recorded = new double[requests];
  }

  /** Returns the recorded latencies. */
  double[] recorded() {
    return recorded == null ? new double[0] : Arrays.copyOf(recorded, records);
  }

  /**
   * Returns the product of the shares waited for, over the needed stages of the last visit and its
   * nested visits.
   */
  double kept() {
    return kept;
  }

  /** Returns the utility lost by the other stages of the last visit. */
  double besideLost() {
    return besideLost;
  }

  /**
   * Runs a visit.
   *
   * @param request from 0
   * @param startMillis since the request began
   * @param inside {@link StageRandom#NO_COPY}, or that of the copy of another stage
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

  /** Ends a visit early: its remaining work contributes nothing. */
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

  /** True if a call to one responder without an answer after the delay gets a copy. */
  private boolean sends(VisitRule rule, long request, long inside) {
    return partial.cutoffMillis() > rule.delayMillis()
        && draws.sendsCopy(rule.probability(), request, 0, inside);
  }

  private double fanOut(VisitRule rule, long request, long inside) {
    double delay = rule.delayMillis();
    callResponders(rule, request, inside, delay < Double.POSITIVE_INFINITY);
    double latency = end();
    if (copies > 0 && latency < delay) {
      // The visit had ended before any copy was sent, and no copy has changed what came before.
      callResponders(rule, request, inside, false);
    } else if (copies > 0 && latency == delay) {
      // Either the visit ended as copies would have been sent, or a copy answered at once.
      callResponders(rule, request, inside, false);
      if (end() > delay) {
        callResponders(rule, request, inside, true);
      }
    }
    waitedFor(latency < all ? (double) answeredBy(latency) / responders.needed() : 1);
    parts[stage] = latency;
    return latency;
  }

  /** Asks all responders, with copies or without. */
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

  /** Returns the end of a visit with these answers; stores the last needed answer in a field. */
  private double end() {
    int needed = responders.needed();
    all = OrderStatistic.of(times, needed - 1);
    if (!partial.mayLose()) {
      return all;
    }
    // 0.07 * 100 is above 7 in binary.
    int share = Math.max(1, (int) Math.ceil(partial.fraction() * needed - 1e-9));
    double patient = OrderStatistic.of(times, share - 1) + partial.extraMillis();
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
      // Nothing within the visit reaches the whole.
      whole = 0;
      kept = utility.keptWithoutAny();
      besideLost = utility.besideOfAll();
      endsEarly(latency);
    }
    return latency;
  }
}
