package org.curtail.diagnose;

import org.curtail.diagnose.pause.Pause;
import org.curtail.signals.Stint;

/** Returns the same request at another time: {@code nanoTime} may begin anywhere, and overflow. */
final class ShiftedEvidence {
  private ShiftedEvidence() {}

  static RequestEvidence by(long nanos, RequestEvidence evidence) {
    return new RequestEvidence(
        evidence.id(),
        evidence.group(),
        evidence.intendedNanos() + nanos,
        evidence.receivedNanos() + nanos,
        evidence.startNanos() + nanos,
        evidence.endNanos() + nanos,
        evidence.answeredNanos() + nanos,
        evidence.stints().stream().map(stint -> by(nanos, stint)).toList(),
        evidence.pauses().stream()
            .map(p -> new Pause(p.fromNanos() + nanos, p.toNanos() + nanos, p.kind()))
            .toList(),
        evidence.expectedCpuNanos());
  }

  private static Stint by(long nanos, Stint stint) {
    return new Stint(
        stint.threadId(),
        stint.threadName(),
        stint.fromNanos() + nanos,
        stint.toNanos() + nanos,
        stint.cpuNanos(),
        stint.runDelayNanos(),
        stint.minorFaults(),
        stint.majorFaults(),
        stint.voluntarySwitches(),
        stint.involuntarySwitches(),
        stint.chunks(),
        stint.doubtful(),
        stint.cycles(),
        stint.instructions());
  }
}
