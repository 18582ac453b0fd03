package org.curtail.cli.diagnose;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.curtail.benchkit.results.NumberTable;
import org.curtail.benchkit.text.Numbers;
import org.curtail.diagnose.RequestEvidence;
import org.curtail.signals.Stint;

/**
 * What the processor's counters tell of slow requests: those that execute more instructions have
 * more to do, those whose instructions take more cycles are disturbed.
 */
final class CyclesPerInstruction {
  private static final int GROUPS = 10;

  private CyclesPerInstruction() {}

  /** By groups from fast to slow, and of the slowest; empty if too few requests were counted. */
  static Optional<NumberTable> table(List<RequestEvidence> requests) {
    List<Counted> ascending =
        requests.stream()
            .map(Counted::of)
            .flatMap(Optional::stream)
            .sorted(Comparator.comparingLong(Counted::latencyNanos))
            .toList();
    int size = ascending.size();
    if (size < GROUPS) {
      return Optional.empty();
    }
    var lines = new ArrayList<NumberTable.Line>();
    for (int i = 0; i < GROUPS; i++) {
      String name =
          "%s to %s"
              .formatted(
                  Numbers.percentile(100.0 * i / GROUPS),
                  Numbers.percentile(100.0 * (i + 1) / GROUPS));
      lines.add(line(name, ascending.subList(size * i / GROUPS, size * (i + 1) / GROUPS)));
    }
    int slowest = (int) Math.ceil(Watched.SLOWEST_SHARE * size - 1e-9);
    lines.add(
        line(
            "slowest " + Numbers.percent(Watched.SLOWEST_SHARE),
            ascending.subList(size - slowest, size)));
    return Optional.of(
        new NumberTable(
            "Cycles per instruction",
            "Of all threads of a request, in user mode. Requests with more instructions have more to do; where an instruction takes more cycles, somebody else uses the cache, the memory or the core.",
            "requests",
            List.of("cycles per instruction", "million instructions"),
            lines));
  }

  private static NumberTable.Line line(String name, List<Counted> group) {
    double cycles = group.stream().mapToDouble(Counted::cycles).sum();
    double instructions = group.stream().mapToDouble(Counted::instructions).sum();
    return new NumberTable.Line(
        name, List.of(cycles / instructions, instructions / group.size() / 1e6));
  }

  /** A request whose threads were all counted. */
  private record Counted(long latencyNanos, double cycles, double instructions) {
    static Optional<Counted> of(RequestEvidence request) {
      List<Stint> stints = request.stints();
      double instructions = stints.stream().mapToDouble(Stint::instructions).sum();
      return stints.stream().anyMatch(it -> it.cycles() < 0 || it.instructions() < 0)
              || instructions == 0
          ? Optional.empty()
          : Optional.of(
              new Counted(
                  request.latencyNanos(),
                  stints.stream().mapToDouble(Stint::cycles).sum(),
                  instructions));
    }
  }
}
