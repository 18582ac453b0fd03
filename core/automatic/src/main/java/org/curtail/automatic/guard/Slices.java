package org.curtail.automatic.guard;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.curtail.automatic.guard.LoadVerdict.Verdict;
import org.curtail.automatic.guard.Slice.SliceOutcome;
import org.jspecify.annotations.Nullable;

/**
 * Sequence of time slices and their results: the present policy, and the pairs ready to be
 * compared. Counts the requests in the service.
 */
public final class Slices {
  /** Multiple of the baseline's greatest number of requests above which a slice is overrun. */
  private static final int OVERRUN = 2;

  private static final int LATEST = 128;

  /** A 64th of the time after which an unfinished request is forgotten. */
  private static final long FORGOTTEN_PART_NANOS = 1_000_000_000L;

  /** Number of baseline slices whose greatest numbers of requests are kept. */
  private static final int REMEMBERED = 32;

  /** Pair of slices of a guard, begun or finished. */
  public static final class Pair {
    private final Guard guard;
    private @Nullable SliceOutcome plan;
    private @Nullable SliceOutcome baseline;

    public Pair(Guard guard) {
      this.guard = guard;
    }
  }

  /**
   * Role of a slice.
   *
   * @param guard guard of the policy that serves or would serve
   * @param pair pair that contains the slice; null if none
   * @param isCharged true if the guard's budget counts the policy's cost in it
   */
  public record Part(Guard guard, @Nullable Pair pair, boolean isCharged) {}

  /**
   * Slice without a conclusion.
   *
   * @param part role of the slice, if any
   * @param own its cost, if counted
   * @param before cost of the slice before it, if counted
   * @param explores true if its requests explore, so that it does not show the baseline's times
   */
  private record Open(
      Slice slice,
      @Nullable Part part,
      @Nullable Charge own,
      @Nullable Charge before,
      boolean explores) {}

  private record Charge(HarmBudget budget, HarmBudget.Cost cost) {
    static Charge to(HarmBudget budget) {
      return new Charge(budget, budget.begun());
    }

    void ended(long requests, double meanNanos, double baselineNanos) {
      budget.ended(cost, requests, meanNanos, baselineNanos);
    }

    void followed(double overNanos) {
      budget.followed(cost, overNanos);
    }
  }

  /** New verdict with its guard. */
  public record NewVerdict(Guard guard, Verdict verdict) {}

  private final GuardSetting setting;
  private final int cores;
  private final Pending pending;
  private final ArrayDeque<Open> open = new ArrayDeque<>();
  private final ArrayDeque<Integer> baselinePeaks = new ArrayDeque<>();
  private final ArrayDeque<Slice> latest = new ArrayDeque<>();
  private final BaselineTimes baselineTimes;
  private @Nullable Slice present;
  private @Nullable Charge latestCharge;

  public Slices(GuardSetting setting, int cores) {
    this.setting = setting;
    this.cores = cores;
    this.pending = new Pending(FORGOTTEN_PART_NANOS);
    this.baselineTimes = new BaselineTimes(setting.leastRequests());
  }

  /**
   * Begins a slice, and ends the present one.
   *
   * @param part role of the slice; null if none
   * @param most number of requests in the service above which it is overrun
   */
  public void begin(
      boolean isBaseline, long nowNanos, long lengthNanos, @Nullable Part part, int most) {
    begin(isBaseline, nowNanos, lengthNanos, part, most, false);
  }

  /**
   * Begins a slice of the baseline outside of comparisons.
   *
   * @param explores true for an exploring slice, which does not show the baseline's times
   */
  public void beginUncompared(
      long nowNanos, long lengthNanos, @Nullable Part part, boolean explores) {
    begin(true, nowNanos, lengthNanos, part, Integer.MAX_VALUE, explores);
  }

  /** Ends the present slice. The next one shows nothing about any policy. */
  public void leave(long nowNanos, long lengthNanos) {
    begin(false, nowNanos, lengthNanos, null, Integer.MAX_VALUE);
  }

  private void begin(
      boolean isBaseline,
      long nowNanos,
      long lengthNanos,
      @Nullable Part part,
      int most,
      boolean explores) {
    Slice before = present;
    if (before != null && !before.isOver(nowNanos)) {
      before.endEarly(nowNanos);
    }
    present = new Slice(isBaseline, nowNanos, lengthNanos, pending.requests(), most);
    Charge own = part != null && part.isCharged ? Charge.to(part.guard.budget()) : null;
    if (latestCharge != null && !isBaseline) {
      latestCharge.followed(0);
    }
    open.addLast(new Open(present, part, own, isBaseline ? latestCharge : null, explores));
    latestCharge = own;
    latest.addFirst(present);
    if (latest.size() > LATEST) {
      latest.removeLast();
    }
  }

  /** Returns the number of requests above which a slice is overrun from now on. */
  public int mostInSystem() {
    int peak = baselinePeaks.stream().mapToInt(Integer::intValue).max().orElse(-1);
    return peak < 0 ? Integer.MAX_VALUE : OVERRUN * (peak + cores);
  }

  /** Returns this limit for a policy on its first try: at most the baseline's. */
  public int mostInTrial() {
    int most = mostInSystem();
    return most == Integer.MAX_VALUE ? most : most / OVERRUN;
  }

  /**
   * Adds an arrival.
   *
   * @param nowNanos time of the report; another slice may have begun meanwhile
   */
  public void arrived(long arrivalNanos, long nowNanos) {
    pending.arrived(arrivalNanos, nowNanos);
    Slice slice = present;
    if (slice != null) {
      slice.arrived(arrivalNanos, nowNanos, pending.requests());
      if (!slice.hasBegun(arrivalNanos)) {
        open.forEach(each -> each.slice.noteArrival(arrivalNanos));
      }
      if (slice.isOverrun() && !slice.isBaseline() && !slice.isOver(nowNanos)) {
        slice.endEarly(nowNanos);
      }
    }
  }

  /**
   * Adds an ended request.
   *
   * @param isInformative true if its response time counts
   */
  public void ended(long arrivalNanos, long responseNanos, boolean isInformative, long nowNanos) {
    pending.ended(arrivalNanos);
    for (Open each : open) {
      each.slice.ended(arrivalNanos, responseNanos, isInformative, nowNanos);
    }
  }

  /** Returns the response times under the baseline. */
  public BaselineTimes baselineTimes() {
    return baselineTimes;
  }

  /** Returns true if the limit of an overrun and the baseline's times are known. */
  public boolean canCompare() {
    return !baselinePeaks.isEmpty() && baselineTimes.isKnown();
  }

  /** Concludes the finished slices, and returns the new verdicts. */
  public List<NewVerdict> conclude(long nowNanos) {
    var verdicts = new ArrayList<NewVerdict>();
    for (Iterator<Open> each = open.iterator(); each.hasNext(); ) {
      Open ready = each.next();
      if (ready.slice.isConcluded(nowNanos)) {
        each.remove();
        conclude(ready, verdicts);
      }
    }
    return verdicts;
  }

  private void conclude(Open ready, List<NewVerdict> verdicts) {
    SliceOutcome outcome = ready.slice.outcome();
    count(ready, outcome);
    if (ready.slice.isBaseline() && !ready.explores) {
      baselinePeaks.addLast(ready.slice.peak());
      if (baselinePeaks.size() > REMEMBERED) {
        baselinePeaks.removeFirst();
      }
    }
    if (ready.part == null) {
      return;
    }
    ready.part.guard.served(ready.slice.isBaseline(), outcome);
    Pair pair = ready.part.pair;
    if (pair == null) {
      return;
    }
    if (ready.slice.isBaseline()) {
      pair.baseline = outcome;
    } else {
      pair.plan = outcome;
    }
    SliceOutcome plan = pair.plan;
    SliceOutcome baseline = pair.baseline;
    if (plan != null && baseline != null && isInformative(plan, baseline)) {
      Verdict verdict = pair.guard.compared(new SlicePair(plan, baseline));
      if (verdict != Verdict.NOT_KNOWN) {
        verdicts.add(new NewVerdict(pair.guard, verdict));
      }
    }
  }

  /** Adds a result to the baseline's times and to the cost of comparing. */
  private void count(Open ready, SliceOutcome outcome) {
    long nanos = ready.slice.countedNanos();
    double perSecond = BaselineTimes.perSecond(outcome.requests(), (double) nanos);
    double baselineNanos = baselineTimes.meanNanos(perSecond, outcome.isOverrun());
    if (ready.slice.isBaseline()) {
      if (ready.explores) {
        baselineTimes.servedOtherwise(outcome.requests(), outcome.meanNanos());
      } else {
        baselineTimes.served(outcome, nanos);
      }
      if (ready.before != null) {
        // With its sign: the greater part of chance alone would add up to a cost without end.
        double overNanos = ready.slice.washOutMeanNanos() - baselineNanos;
        int late = ready.slice.washOutRequests();
        ready.before.followed(late == 0 || Double.isNaN(overNanos) ? 0 : late * overNanos);
      }
      return;
    }
    if (baselineNanos > 0) {
      baselineTimes.servedOtherwise(outcome.requests(), baselineNanos);
    }
    if (ready.own != null) {
      int late = ready.slice.washOutRequests();
      int all = outcome.requests() + late;
      double sum = outcome.requests() * outcome.meanNanos() + late * ready.slice.washOutMeanNanos();
      ready.own.ended(all, sum / Math.max(all, 1), baselineNanos);
    }
  }

  /**
   * Returns true if a pair counts. That depends on the number of arrivals, which is the same under
   * any policy, or on an overrun. If both slices were overrun, neither is known to be worse.
   */
  private boolean isInformative(SliceOutcome plan, SliceOutcome baseline) {
    if (plan.isOverrun() || baseline.isOverrun()) {
      return plan.isOverrun() != baseline.isOverrun();
    }
    return Math.min(plan.requests(), baseline.requests()) >= setting.leastRequests();
  }

  /**
   * Returns the policies whose slices a request overlapped; {@link ServedBy#LEFTOVERS} if the
   * slices are no longer kept.
   */
  public ServedBy servedBy(long arrivalNanos, long endNanos) {
    if (!metBaseline(arrivalNanos)) {
      return isOfPlan(arrivalNanos) ? ServedBy.PLAN : ServedBy.LEFTOVERS;
    }
    for (Slice slice : latest) {
      if (slice.hasBegun(endNanos) && !slice.isBaseline()) {
        return ServedBy.BASELINE_FIRST;
      }
      if (slice.hasBegun(arrivalNanos)) {
        break;
      }
    }
    return ServedBy.BASELINE_ALONE;
  }

  private boolean isOfPlan(long arrivalNanos) {
    return latest.stream()
        .filter(slice -> slice.hasBegun(arrivalNanos))
        .findFirst()
        .filter(slice -> !slice.isBaseline())
        .isPresent();
  }

  /** Returns true if the request met the baseline, and no leftovers of another policy. */
  private boolean metBaseline(long arrivalNanos) {
    Slice later = null;
    for (Slice slice : latest) {
      if (later != null) {
        return slice.isBaseline() || later.isPastWashOut(arrivalNanos);
      }
      if (slice.hasBegun(arrivalNanos)) {
        if (!slice.isBaseline()) {
          return false;
        }
        later = slice;
      }
    }
    return later != null;
  }

  /** Returns the present slice; null before the first. */
  public @Nullable Slice present() {
    return present;
  }

  /**
   * Returns the number of requests with a thread that the baseline left to the plan's slice.
   *
   * @param most greatest number of requests with a thread at the same time; the others wait in
   *     order of arrival
   */
  public int leftByBaseline(int most) {
    Slice slice = present;
    if (slice == null || slice.isBaseline() || latest.size() < 2) {
      return 0;
    }
    Slice before = latest.stream().skip(1).findFirst().orElseThrow();
    return before.isBaseline() ? slice.leftFromBefore(most) : 0;
  }

  /** Returns the number of requests in the service. */
  public int inSystem() {
    return pending.requests();
  }

  /** Policies whose slices a request overlapped. */
  public enum ServedBy {
    /** The baseline from arrival to end. */
    BASELINE_ALONE,
    /** The baseline on arrival; another policy may have given threads later. */
    BASELINE_FIRST,
    /** Another policy on arrival. */
    PLAN,
    /** The baseline on arrival, beside leftovers of another policy; or the slice is unknown. */
    LEFTOVERS;

    /** Returns true if the baseline served on arrival, without leftovers of another policy. */
    public boolean isBaselineFirst() {
      return this == BASELINE_ALONE || this == BASELINE_FIRST;
    }
  }
}
