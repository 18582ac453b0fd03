package org.curtail.cli.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.curtail.benchkit.results.NumberTable;
import org.curtail.diagnose.RequestEvidence;
import org.curtail.signals.Stint;
import org.junit.jupiter.api.Test;

class CyclesPerInstructionTest {
  private static final int REQUESTS = 200;
  private static final long MILLION = 1_000_000;
  private static final int UNKNOWN = -1;

  private static Stint stint(long toNanos, long cycles, long instructions) {
    return new Stint(1, "worker", 0, toNanos, 1, 0, 0, 0, 0, 0, 1, false, cycles, instructions);
  }

  private static RequestEvidence request(long latencyNanos, Stint... stints) {
    return RequestEvidence.ofServer(
        latencyNanos, "", 0, 0, latencyNanos, List.of(stints), List.of());
  }

  /** Two threads each; the slowest two requests have twice the cycles for as many instructions. */
  private static List<RequestEvidence> requests() {
    var requests =
        new ArrayList<>(
            IntStream.rangeClosed(1, REQUESTS)
                .mapToObj(i -> {
                  long cycles = i > REQUESTS - 2 ? 4 * MILLION : 2 * MILLION;
                  return request(i, stint(i, cycles, 3 * MILLION), stint(i, 2 * cycles, MILLION));
                })
                .toList());
    Collections.shuffle(requests, new Random(7));
    return requests;
  }

  @Test
  void slowRequestsWhoseInstructionsTakeMoreCyclesStandOut() {
    NumberTable table = DiagnosisResults.cyclesPerInstruction(requests()).orElseThrow();

    assertThat(table.lines()).hasSize(11);
    assertThat(table.lines().getFirst().name()).isEqualTo("p0 to p10");
    assertThat(table.lines().getFirst().values()).containsExactly(1.5, 4.0);
    // Two of the slowest twenty took twice as many cycles.
    assertThat(table.lines().get(9).values()).containsExactly(1.65, 4.0);
    assertThat(table.lines().getLast().name()).isEqualTo("slowest 1 %");
    assertThat(table.lines().getLast().values()).containsExactly(3.0, 4.0);
  }

  @Test
  void requestsWithAThreadThatWasNotCountedAreLeftOut() {
    Stint counted = stint(1, 10, 10);
    List<RequestEvidence> uncounted =
        List.of(
            request(1, counted, stint(1, 10, UNKNOWN)),
            request(1, counted, stint(1, UNKNOWN, 10)),
            request(1, stint(1, 10, 0)),
            request(1));

    assertThat(
            DiagnosisResults.cyclesPerInstruction(Collections.nCopies(100, uncounted.getFirst())))
        .isEmpty();
    assertThat(
            DiagnosisResults.cyclesPerInstruction(
                Stream.concat(requests().stream(), uncounted.stream()).toList()))
        .isEqualTo(DiagnosisResults.cyclesPerInstruction(requests()));
  }

  @Test
  void tooFewRequestsTellNothing() {
    assertThat(DiagnosisResults.cyclesPerInstruction(requests().subList(0, 9))).isEmpty();
  }
}
