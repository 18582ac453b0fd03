package org.curtail.diagnose;

import java.util.ArrayList;
import java.util.List;
import org.curtail.diagnose.ServedTime.SplitTime;
import org.curtail.signals.Stint;

/**
 * Builds the time line of one request from the intended send to the answer. The intended send is
 * the moment 0.
 */
final class TimeLine {
  private final RequestEvidence evidence;
  private final CauseSplit rules;
  private final long latencyNanos;

  /** Moments of receipt by the server and of the result. */
  private final long receivedNanos;

  private final long endNanos;

  /** Subtracted from moments of the server's clock. */
  private final long originNanos;

  private final PauseTimes pauses;
  private final double interferenceShare;
  private final List<Span> spans = new ArrayList<>();
  private long criticalCpuNanos;
  private long restBoundNanos;
  private long uncertainNanos;

  private TimeLine(RequestEvidence evidence, CauseSplit rules) {
    this.evidence = evidence;
    this.rules = rules;
    latencyNanos = evidence.latencyNanos();
    long servedNanos = Math.min(evidence.serverNanos(), latencyNanos);
    boolean oneClock = evidence.fitsOneClock();
    // With two clocks, the times to and from the server are unknown and assumed to be equal.
    receivedNanos =
        oneClock
            ? evidence.receivedNanos() - evidence.intendedNanos()
            : (latencyNanos - servedNanos) / 2;
    endNanos = receivedNanos + servedNanos;
    originNanos = evidence.receivedNanos() - receivedNanos;
    pauses =
        PauseTimes.of(
            evidence.pauses(),
            originNanos,
            oneClock ? 0 : receivedNanos,
            oneClock ? latencyNanos : endNanos);
    interferenceShare = rules.interferenceShare(evidence);
  }

  static Breakdown of(RequestEvidence evidence, CauseSplit rules) {
    var line = new TimeLine(evidence, rules);
    line.fill();
    return line.breakdown();
  }

  private void fill() {
    long startNanos = Math.min(evidence.startNanos() - originNanos, endNanos);
    onTheWay(0, receivedNanos);
    idle(Cause.ADMISSION, receivedNanos, startNanos);
    if (evidence.stints().isEmpty()) {
      long unknown = idle(Cause.REST, startNanos, endNanos);
      restBoundNanos += unknown;
      uncertainNanos += unknown;
    } else {
      List<CriticalPath.Leg> legs =
          CriticalPath.of(evidence.stints(), originNanos, startNanos, endNanos);
      for (int i = 0; i < legs.size(); i++) {
        leg(legs.get(i), i == 0 || i == legs.size() - 1);
      }
    }
    onTheWay(endNanos, latencyNanos);
  }

  private void leg(CriticalPath.Leg leg, boolean isAtBorder) {
    Stint stint = leg.stint();
    if (stint != null) {
      served(stint, leg.fromNanos(), leg.toNanos());
    } else {
      idle(isAtBorder ? Cause.HAND_OFF : Cause.ADMISSION, leg.fromNanos(), leg.toNanos());
    }
  }

  /**
   * Adds the time to or from the server. A pause of the server may not have delayed the network.
   */
  private void onTheWay(long fromNanos, long toNanos) {
    uncertainNanos += pauses.within(fromNanos, toNanos).sum();
    idle(Cause.NETWORK, fromNanos, toNanos);
  }

  /** Adds time without a thread. Pauses explain a part; the cause gets the remainder. */
  private long idle(Cause cause, long fromNanos, long toNanos) {
    CauseNanos paused = pauses.within(fromNanos, toNanos);
    long rest = toNanos - fromNanos - paused.sum();
    span(cause.title(), fromNanos, toNanos, paused.plus(CauseNanos.only(cause, rest)));
    return rest;
  }

  private void served(Stint stint, long fromNanos, long toNanos) {
    var part = StintPart.of(stint, toNanos - fromNanos, rules.faultCpuNanos(stint));
    SplitTime time =
        ServedTime.of(rules, part, pauses.within(fromNanos, toNanos), interferenceShare);
    criticalCpuNanos += time.cpuNanos();
    restBoundNanos += time.restBoundNanos();
    uncertainNanos += time.uncertainNanos();
    span(stint.threadName(), fromNanos, toNanos, time.nanos());
  }

  private void span(String who, long fromNanos, long toNanos, CauseNanos nanos) {
    if (fromNanos < toNanos) {
      spans.add(new Span(who, fromNanos, toNanos, nanos));
    }
  }

  private CauseNanos sum() {
    return spans.stream().map(Span::nanos).reduce(CauseNanos.ZERO, CauseNanos::plus);
  }

  /**
   * Returns the expected work of the critical thread, in proportion to its share of the CPU time.
   */
  private long expectedWorkNanos(CauseNanos nanos) {
    long cpu = evidence.cpuNanos();
    if (cpu == RequestEvidence.UNKNOWN || evidence.expectedCpuNanos() == RequestEvidence.UNKNOWN) {
      return RequestEvidence.UNKNOWN;
    }
    long critical = nanos.of(Cause.WORK) + nanos.of(Cause.INTERFERENCE);
    long computed = cpu - rules.faultCpuNanos(evidence.stints());
    return computed <= 0
        ? evidence.expectedCpuNanos()
        : (long) ((double) critical / computed * evidence.expectedCpuNanos());
  }

  private Breakdown breakdown() {
    CauseNanos nanos = sum();
    long cpu = evidence.cpuNanos();
    return new Breakdown(
        evidence.id(),
        evidence.group(),
        latencyNanos,
        nanos,
        spans,
        cpu,
        cpu == RequestEvidence.UNKNOWN ? cpu : Math.max(0, cpu - criticalCpuNanos),
        restBoundNanos,
        uncertainNanos,
        evidence.serverNanos() - (endNanos - receivedNanos),
        expectedWorkNanos(nanos));
  }
}
