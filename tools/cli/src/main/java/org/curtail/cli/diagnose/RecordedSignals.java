package org.curtail.cli.diagnose;

import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.curtail.diagnose.RequestEvidence;
import org.curtail.signals.Counter;
import org.curtail.signals.Rung;
import org.curtail.signals.Stint;

/** Which signals a recording has, by what its threads recorded of themselves. */
final class RecordedSignals {
  private RecordedSignals() {}

  /** One for each counter of threads. */
  static List<Rung> of(List<RequestEvidence> requests) {
    List<Stint> stints = requests.stream().flatMap(request -> request.stints().stream()).toList();
    return Stream.of(Counter.values()).map(counter -> rung(counter, stints)).toList();
  }

  private static Rung rung(Counter counter, List<Stint> stints) {
    if (stints.isEmpty()) {
      return Rung.missing(counter.label(), "the recording says of no thread what it did");
    }
    ToLongFunction<Stint> count = count(counter);
    long known = stints.stream().filter(stint -> count.applyAsLong(stint) >= 0).count();
    return known == 0
        ? Rung.missing(counter.label(), "no thread of the recording read it")
        : Rung.available(
            counter.label(),
            known == stints.size()
                ? "read by the threads of the service"
                : "read by the threads of the service, %,d of %,d times"
                    .formatted(known, stints.size()),
            -1);
  }

  private static ToLongFunction<Stint> count(Counter counter) {
    return switch (counter) {
      case CPU_NANOS -> Stint::cpuNanos;
      case RUN_DELAY_NANOS -> Stint::runDelayNanos;
      case MINOR_FAULTS -> Stint::minorFaults;
      case MAJOR_FAULTS -> Stint::majorFaults;
      case VOLUNTARY_SWITCHES -> Stint::voluntarySwitches;
      case INVOLUNTARY_SWITCHES -> Stint::involuntarySwitches;
      case CYCLES -> Stint::cycles;
      case INSTRUCTIONS -> Stint::instructions;
    };
  }
}
