package org.curtail.workflow;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Visits of one stage under a plan, as {@link WorkflowSimulation} says. A visit leaves its results
 * in fields, since there are millions of them. Not thread-safe.
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

  /** What each stage contributes to the request that is under way, by index. */
  private final double[] parts;

  /** Of each responder of a visit. */
  private final double[] times;

  private final @Nullable CallsWithin within;

  /** Latencies of first visits in the order of requests; null if nobody asks for them. */
  private double @Nullable [] recorded;

  private int records;
  private double kept;
  private double besideLost;
  private double whole;

  /** When all needed responders of the last visit to several have answered. */
  private double all;

  private int copies;
  private double taken;
  private boolean visited;

  StageVisits(int stage, RunSetting setting, @Nullable CallsWithin within) {
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

  /** From now on keeps the latencies of first visits. */
  void record(int requests) {
    recorded = new double[requests];
  }

  /** Those that were kept. */
  double[] recorded() {
    return recorded == null ? new double[0] : Arrays.copyOf(recorded, records);
  }

  /**
   * Of the last visit and what is within it: the product of the shares waited for, of stages
   * without which the whole is of no use.
   */
  double kept() {
    return kept;
  }

  /** The utility that was lost by those stages that stand beside others. */
  double besideLost() {
    return besideLost;
  }

  /**
   * A visit.
   *
   * @param request from 0
   * @param startMillis since the request began
   * @param inside {@link Chance#NO_COPY}, or within which copy of another stage
   * @return its latency; 0 if the request does not visit the stage
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
    tally.calls(times.length, copies, inside != Chance.NO_COPY, isLate);
    if (countThreads) {
      tally.threads(taken, taken * (rule.threads() / rule.speedup() - 1));
    }
    if (recorded != null && inside == Chance.NO_COPY) {
      recorded[records++] = latency;
    }
  }

  /** What a visit still does when it ends early is nobody's contribution. */
  private void endsEarly(double latency) {
    if (within != null) {
      within.contributeNothing();
    }
    parts[stage] = latency;
  }

  /** The share of needed responders for which the visit waited. */
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

  /** Of a call to one responder that has no answer after the delay. */
  private boolean sends(VisitRule rule, long request, long inside) {
    return partial.cutoffMillis() > rule.delayMillis()
        && draws.tossed(rule.probability(), request, 0, inside);
  }

  private double fanOut(VisitRule rule, long request, long inside) {
    double delay = rule.delayMillis();
    ask(rule, request, inside, delay < Double.POSITIVE_INFINITY);
    double latency = end();
    if (copies > 0 && latency < delay) {
      // It had ended before any copy was sent, and no copy has changed what came before.
      ask(rule, request, inside, false);
    } else if (copies > 0 && latency == delay) {
      // Either it ended as copies would have been sent, or a copy answered at once.
      ask(rule, request, inside, false);
      if (end() > delay) {
        ask(rule, request, inside, true);
      }
    }
    waitedFor(latency < all ? (double) answeredBy(latency) / responders.needed() : 1);
    parts[stage] = latency;
    return latency;
  }

  /** Asks all responders, with copies or without. */
  private void ask(VisitRule rule, long request, long inside, boolean again) {
    double delay = rule.delayMillis();
    double speedup = rule.speedup();
    copies = 0;
    taken = 0;
    for (int i = 0; i < times.length; i++) {
      double first = draws.firstMillis(request, i, inside);
      double answer = first / speedup;
      taken += first;
      if (again && answer > delay && draws.tossed(rule.probability(), request, i, inside)) {
        double second = draws.secondMillis(request, i, inside, first);
        answer = Math.min(answer, delay + second / speedup);
        taken += second;
        copies++;
      }
      times[i] = answer;
    }
  }

  /** When a visit ends whose responders answer at these times; leaves in a field when all have. */
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
      CallsWithin calls, VisitRule rule, long request, double startMillis, long inside) {
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
      long copy = Chance.withinCopy(inside, stage);
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
      // Nothing of what is within it reaches the whole.
      whole = 0;
      kept = utility.keptWithoutAny();
      besideLost = utility.besideOfAll();
      endsEarly(latency);
    }
    return latency;
  }
}
