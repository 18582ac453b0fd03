package org.curtail.cli.diagnose;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.curtail.benchkit.results.NumberTable;
import org.curtail.diagnose.RequestEvidence;
import org.curtail.signals.PhaseCount;
import org.curtail.signals.Stint;

/** In which phase of requests instructions take many cycles. */
final class PhaseCycles {
  private PhaseCycles() {}

  /** By phase; empty if nothing was counted by phase. */
  static Optional<NumberTable> table(List<RequestEvidence> requests) {
    List<RequestEvidence> counted = requests.stream().filter(PhaseCycles::isCounted).toList();
    Map<Integer, List<PhaseCount>> phases =
        counted.stream()
            .flatMap(request -> request.stints().stream())
            .flatMap(stint -> stint.phases().stream())
            .collect(Collectors.groupingBy(PhaseCount::phase, TreeMap::new, Collectors.toList()));
    List<NumberTable.Line> lines =
        phases.entrySet().stream()
            .filter(it -> instructions(it.getValue()) > 0)
            .map(it -> line(it.getKey(), it.getValue(), counted.size()))
            .toList();
    return lines.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new NumberTable(
                "Cycles per instruction by phase",
                "Of all threads of %,d requests, in user mode. The threads of an engine begin in phase 1, run chunks in phase 2 and make the result in phase 3."
                    .formatted(counted.size()),
                "phase",
                List.of("cycles per instruction", "million instructions per request"),
                lines));
  }

  private static boolean isCounted(RequestEvidence request) {
    List<Stint> stints = request.stints();
    return !stints.isEmpty() && stints.stream().noneMatch(it -> it.phases().isEmpty());
  }

  private static double instructions(List<PhaseCount> counts) {
    return counts.stream().mapToDouble(PhaseCount::instructions).sum();
  }

  private static NumberTable.Line line(int phase, List<PhaseCount> counts, int requests) {
    double cycles = counts.stream().mapToDouble(PhaseCount::cycles).sum();
    double instructions = instructions(counts);
    return new NumberTable.Line(
        String.valueOf(phase), List.of(cycles / instructions, instructions / requests / 1e6));
  }
}
