package org.curtail.cli.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.curtail.diagnose.Cause;
import org.curtail.diagnose.CauseNanos;
import org.curtail.diagnose.Diagnosis;
import org.curtail.diagnose.RequestEvidence;
import org.curtail.signals.Stint;
import org.junit.jupiter.api.Test;

class AdviceTest {
  private static final long MS = 1_000_000;

  /** A request that computes for about 10 ms. */
  private static RequestEvidence request(int id, long admissionMs, long queuedMs) {
    long startNanos = admissionMs * MS;
    long computeNanos = 10 * MS + id % 17 * 1_000L;
    long endNanos = startNanos + computeNanos + queuedMs * MS;
    var stint =
        new Stint(
            1, "worker", startNanos, endNanos, computeNanos, queuedMs * MS, 0, 0, 0, 0, 1, false);
    return RequestEvidence.ofServer(id, "", 0, startNanos, endNanos, List.of(stint), List.of());
  }

  @Test
  void adviceIsAboutWhatTheSlowestTakeLongerAndSharesAddUpToOneAtMost() {
    var requests = new ArrayList<RequestEvidence>();
    for (int i = 0; i < 2_000; i++) {
      // Of the slowest, two of three wait for their turn, the others for a core.
      boolean isSlow = i % 100 == 7;
      requests.add(request(i, isSlow && i % 300 != 7 ? 90 : 1, isSlow && i % 300 == 7 ? 60 : 2));
    }
    var diagnosis = Diagnosis.of(requests);

    List<Advice> advice = Advice.of(diagnosis, 0.01);
    assertThat(advice)
        .isNotEmpty()
        .isSortedAccordingTo(Comparator.comparingDouble(Advice::share).reversed());
    assertThat(advice.stream().mapToDouble(Advice::share).sum()).isBetween(0.3, 1 + 1e-9);
    CauseNanos excess = diagnosis.excess(0.01);
    assertThat(advice.getFirst().cause()).isEqualTo(excess.largest()).isEqualTo(Cause.ADMISSION);
    assertThat(advice.get(1).cause()).isEqualTo(Cause.RUN_QUEUE);
    Advice predicted = advice.getFirst().predicting(1.5);
    assertThat(predicted.gain()).hasValue(1.5);
    assertThatThrownBy(() -> predicted.predicting(0)).hasMessageContaining("gain");
  }
}
