package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.curtail.policy.Sequential;
import org.curtail.signals.Signals;
import org.curtail.signals.Stint;
import org.curtail.signals.Tag;
import org.curtail.signals.ThreadReading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Cycles by phase, from counters that grow by each reading. */
@Timeout(300)
class PhaseStintsTest {
  private static Signals counting() {
    var count = new AtomicLong();
    return Signals.of(
        () -> {
          long now = count.incrementAndGet();
          return new ThreadReading(
              System.nanoTime(), now, 0, 0, 0, 0, 0, 100 * now, 10 * now, false);
        },
        Signals.cpuTime().rungs());
  }

  @Test
  void anEnginesPhasesAddUpToItsStint() throws Exception {
    Stint stint;
    try (Curtail curtail = Curtail.with(new Sequential()).cores(1).signals(counting()).start()) {
      Ticket<?> ticket = curtail.submit(new RecordedWork(3, chunk -> {}));
      ticket.get();
      stint = ticket.timeline().stints().getFirst();
    }
    assertThat(stint.phases())
        .extracting(Stint.PhaseCount::phase)
        .startsWith(WorkerSignals.Phase.BEGIN.number(), WorkerSignals.Phase.CHUNKS.number());
    assertThat(stint.phases().stream().mapToLong(Stint.PhaseCount::cycles).sum())
        .isPositive()
        .isEqualTo(stint.cycles());
  }

  @Test
  void tagsOfAnyServiceAreCountedByPhase() throws Exception {
    var told = new ArrayList<Stint>();
    AutoCloseable report = Tag.report(counting(), (stint, request) -> told.add(stint));
    try {
      Tag.request(5);
      Tag.phase(7);
      Tag.phase(8);
      Tag.phase(7);
      Tag.request(0);
    } finally {
      report.close();
    }
    assertThat(told).hasSize(1);
    assertThat(told.getFirst().phases())
        .isEqualTo(
            List.of(
                new Stint.PhaseCount(0, 100, 10),
                new Stint.PhaseCount(7, 200, 20),
                new Stint.PhaseCount(8, 100, 10)));
  }
}
