package org.curtail.automatic;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The slices of time, one after the other, and what became of them: who serves at present, and
 * which pairs are ready to be compared. Knows how many requests are in the service.
 */
final class Slices {
  /** More requests than so many times the most that the safe policy ever has are an overrun. */
  private static final int OVERRUN = 2;

  /** For so many slices it is known who served. */
  private static final int LATEST = 128;

  /** A 64th of the time after which a request that has not ended is forgotten. */
  private static final long FORGOTTEN_PART_NANOS = 1_000_000_000L;

  /** Of so many slices of the safe policy. */
  private static final int REMEMBERED = 32;

  /** A pair of a guard that is being served or has been. */
  static final class Pair {
    private final Guard guard;
    private @Nullable SliceOutcome plan;
    private @Nullable SliceOutcome safe;

    Pair(Guard guard) {
      this.guard = guard;
    }
  }

  /**
   * What a slice is part of.
   *
   * @param guard of the policy that serves or would serve
   * @param pair that it belongs to; null if to none
   * @param isCharged whether the guard's budget counts what the policy costs in it
   */
  record Part(Guard guard, @Nullable Pair pair, boolean isCharged) {}

  /**
   * A slice that is not concluded.
   *
   * @param part what it is part of, if of anything
   * @param own what it costs, if that is counted
   * @param before the same of the slice before it
   * @param explores whether its requests try degrees, so that it tells nothing of the safe policy
   */
  private record Open(
      Slice slice,
      @Nullable Part part,
      @Nullable Charge own,
      @Nullable Charge before,
      boolean explores) {}

  /** A budget, and what a slice costs it. */
  private record Charge(HarmBudget budget, HarmBudget.Cost cost) {
    static Charge to(HarmBudget budget) {
      return new Charge(budget, budget.begun());
    }

    void ended(long requests, double meanNanos, double safeNanos) {
      budget.ended(cost, requests, meanNanos, safeNanos);
    }

    void followed(double overNanos) {
      budget.followed(cost, overNanos);
    }
  }

  /** A pair that has shown something new. */
  record News(Guard guard, Verdict verdict) {}

  private final GuardSetting setting;
  private final int cores;
  private final Pending pending;
  private final ArrayDeque<Open> open = new ArrayDeque<>();
  private final ArrayDeque<Integer> safePeaks = new ArrayDeque<>();
  private final ArrayDeque<Slice> latest = new ArrayDeque<>();
  private final SafeTimes safeTimes;
  private @Nullable Slice present;
  private @Nullable Charge latestCharge;

  Slices(GuardSetting setting, int cores) {
    this.setting = setting;
    this.cores = cores;
    this.pending = new Pending(FORGOTTEN_PART_NANOS);
    this.safeTimes = new SafeTimes(setting.leastRequests());
  }

  /**
   * Another slice begins, and the present one ends.
   *
   * @param part what it is part of; null if of nothing
   * @param most requests in the service, beyond which it is overrun
   */
  void begin(boolean isSafe, long nowNanos, long lengthNanos, @Nullable Part part, int most) {
    begin(isSafe, nowNanos, lengthNanos, part, most, false);
  }

  /**
   * The same of the safe policy, which is compared with nothing.
   *
   * @param explores whether a few requests try degrees: then it does not tell what that policy
   *     takes
   */
  void beginUncompared(long nowNanos, long lengthNanos, @Nullable Part part, boolean explores) {
    begin(true, nowNanos, lengthNanos, part, Integer.MAX_VALUE, explores);
  }

  /** Ends the present slice. What comes next tells nothing of any policy. */
  void leave(long nowNanos, long lengthNanos) {
    begin(false, nowNanos, lengthNanos, null, Integer.MAX_VALUE);
  }

  private void begin(
      boolean isSafe,
      long nowNanos,
      long lengthNanos,
      @Nullable Part part,
      int most,
      boolean explores) {
    Slice before = present;
    if (before != null && !before.isOver(nowNanos)) {
      before.breakOff(nowNanos);
    }
    present = new Slice(isSafe, nowNanos, lengthNanos, pending.requests(), most);
    Charge own = part != null && part.isCharged ? Charge.to(part.guard.budget()) : null;
    if (latestCharge != null && !isSafe) {
      latestCharge.followed(0);
    }
    open.addLast(new Open(present, part, own, isSafe ? latestCharge : null, explores));
    latestCharge = own;
    latest.addFirst(present);
    if (latest.size() > LATEST) {
      latest.removeLast();
    }
  }

  /** More requests than this are an overrun, from now on. */
  int mostInSystem() {
    int peak = safePeaks.stream().mapToInt(Integer::intValue).max().orElse(-1);
    return peak < 0 ? Integer.MAX_VALUE : OVERRUN * (peak + cores);
  }

  /** The same for a policy that nobody has seen yet: no more than the safe policy may have. */
  int mostInTrial() {
    int most = mostInSystem();
    return most == Integer.MAX_VALUE ? most : most / OVERRUN;
  }

  /**
   * A request arrived.
   *
   * @param nowNanos when that is told; another slice may have begun meanwhile
   */
  void arrived(long arrivalNanos, long nowNanos) {
    pending.arrived(arrivalNanos, nowNanos);
    Slice slice = present;
    if (slice != null) {
      slice.arrived(arrivalNanos, nowNanos, pending.requests());
      if (!slice.hasBegun(arrivalNanos)) {
        open.forEach(each -> each.slice.noteArrival(arrivalNanos));
      }
      if (slice.isOverrun() && !slice.isSafe() && !slice.isOver(nowNanos)) {
        slice.breakOff(nowNanos);
      }
    }
  }

  /**
   * A request has ended.
   *
   * @param isTelling whether its response time says anything
   */
  void ended(long arrivalNanos, long responseNanos, boolean isTelling, long nowNanos) {
    pending.ended(arrivalNanos);
    for (Open each : open) {
      each.slice.ended(arrivalNanos, responseNanos, isTelling, nowNanos);
    }
  }

  /** What the safe policy takes. */
  SafeTimes safeTimes() {
    return safeTimes;
  }

  /** Whether it is known what an overrun is, and what comparing costs. */
  boolean canCompare() {
    return !safePeaks.isEmpty() && safeTimes.isKnown();
  }

  /** Puts together what is ready, and tells what it shows. */
  List<News> conclude(long nowNanos) {
    var news = new ArrayList<News>();
    for (Iterator<Open> each = open.iterator(); each.hasNext(); ) {
      Open ready = each.next();
      if (ready.slice.isConcluded(nowNanos)) {
        each.remove();
        conclude(ready, news);
      }
    }
    return news;
  }

  private void conclude(Open ready, List<News> news) {
    SliceOutcome outcome = ready.slice.outcome();
    count(ready, outcome);
    if (ready.slice.isSafe() && !ready.explores) {
      safePeaks.addLast(ready.slice.peak());
      if (safePeaks.size() > REMEMBERED) {
        safePeaks.removeFirst();
      }
    }
    if (ready.part == null) {
      return;
    }
    ready.part.guard.served(ready.slice.isSafe(), outcome);
    Pair pair = ready.part.pair;
    if (pair == null) {
      return;
    }
    if (ready.slice.isSafe()) {
      pair.safe = outcome;
    } else {
      pair.plan = outcome;
    }
    SliceOutcome plan = pair.plan;
    SliceOutcome safe = pair.safe;
    if (plan != null && safe != null && isTelling(plan, safe)) {
      Verdict verdict = pair.guard.compared(new SlicePair(plan, safe));
      if (verdict != Verdict.NOT_KNOWN) {
        news.add(new News(pair.guard, verdict));
      }
    }
  }

  /** What it tells of what the safe policy takes, and of what comparing costs. */
  private void count(Open ready, SliceOutcome outcome) {
    long nanos = ready.slice.countedNanos();
    double perSecond = SafeTimes.perSecond(outcome.requests(), (double) nanos);
    double safeNanos = safeTimes.meanNanos(perSecond, outcome.isOverrun());
    if (ready.slice.isSafe()) {
      if (ready.explores) {
        safeTimes.servedOtherwise(outcome.requests(), outcome.meanNanos());
      } else {
        safeTimes.served(outcome, nanos);
      }
      if (ready.before != null) {
        double overNanos = ready.slice.washOutMeanNanos() - safeNanos;
        ready.before.followed(overNanos > 0 ? ready.slice.washOutRequests() * overNanos : 0);
      }
      return;
    }
    if (safeNanos > 0) {
      safeTimes.servedOtherwise(outcome.requests(), safeNanos);
    }
    if (ready.own != null) {
      int late = ready.slice.washOutRequests();
      int all = outcome.requests() + late;
      double sum = outcome.requests() * outcome.meanNanos() + late * ready.slice.washOutMeanNanos();
      ready.own.ended(all, sum / Math.max(all, 1), safeNanos);
    }
  }

  /**
   * Depends on how many arrived, which is the same whoever serves; or one was overrun. If both
   * were, nobody knows which was worse.
   */
  private boolean isTelling(SliceOutcome plan, SliceOutcome safe) {
    if (plan.isOverrun() || safe.isOverrun()) {
      return plan.isOverrun() != safe.isOverrun();
    }
    return Math.min(plan.requests(), safe.requests()) >= setting.leastRequests();
  }

  /** In whose slices a request was that arrived and ended then; of long ago nothing is known. */
  ServedBy servedBy(long arrivalNanos, long endNanos) {
    if (!metSafe(arrivalNanos)) {
      return ServedBy.OTHER;
    }
    for (Slice slice : latest) {
      if (slice.hasBegun(endNanos) && !slice.isSafe()) {
        return ServedBy.SAFE_FIRST;
      }
      if (slice.hasBegun(arrivalNanos)) {
        break;
      }
    }
    return ServedBy.SAFE_ALONE;
  }

  /** The safe policy, and none of the requests that another policy had left behind. */
  private boolean metSafe(long arrivalNanos) {
    Slice later = null;
    for (Slice slice : latest) {
      if (later != null) {
        return slice.isSafe() || later.isPastWashOut(arrivalNanos);
      }
      if (slice.hasBegun(arrivalNanos)) {
        if (!slice.isSafe()) {
          return false;
        }
        later = slice;
      }
    }
    return later != null;
  }

  /** The present slice; null before the first. */
  @Nullable Slice present() {
    return present;
  }

  /**
   * Requests that the safe policy has given a thread each, and left to the plan's slice.
   *
   * @param most to how many it gives one at the same time; the others wait, first come first served
   */
  int leftBySafe(int most) {
    Slice slice = present;
    if (slice == null || slice.isSafe() || latest.size() < 2) {
      return 0;
    }
    Slice before = latest.stream().skip(1).findFirst().orElseThrow();
    return before.isSafe() ? slice.leftFromBefore(most) : 0;
  }

  /** Requests in the service. */
  int inSystem() {
    return pending.requests();
  }
}
