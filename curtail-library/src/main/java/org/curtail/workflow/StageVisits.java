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

  /** What each stage contributes to the request that is under way, by index. */
  private final double[] parts;

  /** Of each responder of a visit. */
  private final double[] times;

  private final @Nullable CallsWithin within;

  /** Latencies of first visits in the order of requests; null if nobody asks for them. */
  private double @Nullable [] recorded;

  private int records;
  private double whole;
  private double ownWhole;
  private int copies;
  private double taken;
  private boolean visited;

  StageVisits(int stage, RunSetting setting, @Nullable CallsWithin within) {
    this.stage = stage;
    this.within = within;
    WorkflowPlan plan = setting.plan();
    StagePlan own = plan.stages().get(stage);
    draws = new StageDraws(setting.workflow(), stage, setting.seed());
    tally = setting.tallies().stage(stage);
    usual = VisitRule.usual(own);
    late = VisitRule.late(own, plan.catchUp());
    lateFromMillis = VisitRule.lateFromMillis(plan.catchUp());
    responders = setting.workflow().stages().get(stage).responders();
    partial = own.partial();
    capMillis = setting.capMillis()[stage];
    countThreads = plan.catchUp() instanceof CatchUp.Threads;
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

  /** Of the last visit and what is within it: the product of the shares waited for. */
  double whole() {
    return whole;
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
    double latency;
    if (within != null) {
      latency = caller(within, rule, request, startMillis, inside);
    } else if (times.length > 1) {
      latency = fanOut(rule, request * times.length, inside);
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
    tally.visit(latency, startMillis, ownWhole);
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

  private double single(VisitRule rule, long place, long inside) {
    double first = draws.firstMillis(place, inside);
    if (Double.isNaN(first)) {
      return notVisited();
    }
    taken = first;
    double answer = first / rule.speedup();
    if (answer > rule.delayMillis() && sends(rule, place, inside)) {
      double second = draws.secondMillis(place, inside, first);
      answer = Math.min(answer, rule.delayMillis() + second / rule.speedup());
      taken += second;
      copies = 1;
    }
    double latency = Math.min(answer, partial.cutoffMillis());
    ownWhole = latency < answer ? 0 : 1;
    whole = ownWhole;
    parts[stage] = latency;
    return latency;
  }

  private double notVisited() {
    visited = false;
    whole = 1;
    parts[stage] = 0;
    return 0;
  }

  /** Of a call to one responder that has no answer after the delay. */
  private boolean sends(VisitRule rule, long place, long inside) {
    return partial.cutoffMillis() > rule.delayMillis()
        && draws.tossed(rule.probability(), place, inside);
  }

  private double fanOut(VisitRule rule, long firstPlace, long inside) {
    double delay = rule.delayMillis();
    double speedup = rule.speedup();
    double firstTaken = 0;
    double secondTaken = 0;
    for (int i = 0; i < times.length; i++) {
      double first = draws.firstMillis(firstPlace + i, inside);
      double answer = first / speedup;
      firstTaken += first;
      if (answer > delay && draws.tossed(rule.probability(), firstPlace + i, inside)) {
        double second = draws.secondMillis(firstPlace + i, inside, first);
        answer = Math.min(answer, delay + second / speedup);
        secondTaken += second;
        copies++;
      }
      times[i] = answer;
    }
    double latency = ended();
    if (latency <= delay) {
      // It had ended before any copy was sent, and no copy has changed what came before.
      copies = 0;
      secondTaken = 0;
    }
    taken = firstTaken + secondTaken;
    whole = ownWhole;
    parts[stage] = latency;
    return latency;
  }

  /** When a visit ends whose responders answer at these times. */
  private double ended() {
    int needed = responders.needed();
    double all = OrderStatistic.of(times, needed - 1);
    double end = all;
    if (partial.mayLose()) {
      end = Math.min(all, partial.cutoffMillis());
      // 0.07 * 100 is above 7 in binary.
      int share = Math.max(1, (int) Math.ceil(partial.fraction() * needed - 1e-9));
      end = Math.min(end, OrderStatistic.of(times, share - 1) + partial.extraMillis());
    }
    ownWhole = end < all ? (double) answeredBy(end) / needed : 1;
    return end;
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
    double first = draws.firstMillis(request, inside);
    boolean isVisited = !Double.isNaN(first);
    double own = isVisited ? first / rule.speedup() : 0;
    taken = own * rule.speedup();
    double answer = own + calls.run(request, startMillis + own, inside);
    whole = calls.whole();
    if (isVisited && answer > rule.delayMillis() && sends(rule, request, inside)) {
      double second = draws.secondMillis(request, inside, first);
      double ownSecond = rule.delayMillis() + second / rule.speedup();
      calls.keepParts();
      double answerSecond =
          ownSecond
              + calls.run(request, startMillis + ownSecond, Chance.withinCopy(inside, stage));
      if (answerSecond < answer) {
        answer = answerSecond;
        own = ownSecond;
        whole = calls.whole();
      } else {
        calls.restoreParts();
      }
      taken += second;
      copies = 1;
    }
    visited = isVisited;
    parts[stage] = own;
    double latency = Math.min(answer, partial.cutoffMillis());
    ownWhole = 1;
    if (latency < answer) {
      ownWhole = 0;
      whole = 0;
      endsEarly(latency);
    }
    return latency;
  }
}
