package org.curtail.traces.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.curtail.traces.DamageCounts;
import org.curtail.traces.RandomApplication;
import org.curtail.traces.RandomApplication.Fault;
import org.curtail.traces.Span;
import org.curtail.traces.Trace;
import org.curtail.traces.TraceAssembly;
import org.junit.jupiter.api.Test;

class ReplayTest {
  @Test
  void aRequestTakesWhatItTookIfNothingChangesAndHalfIfAllWorkIsHalved() {
    for (List<Span> spans : new RandomApplication(7, 9, Fault.SLOW, 0, 9).requests(200, 60)) {
      Trace trace = TraceAssembly.of(spans, new DamageCounts());
      assertThat(Replay.nanos(trace, new Replay.Changed() {})).isEqualTo(trace.durationNanos());
      long halved =
          Replay.nanos(
              trace,
              new Replay.Changed() {
                @Override
                public double ownFactor(int span) {
                  return 0.5;
                }
              });
      assertThat(Math.abs(2 * halved - trace.durationNanos())).isLessThan(4L * trace.size());
    }
  }
}
