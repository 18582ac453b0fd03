package org.curtail.benchkit.trust;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.curtail.benchkit.results.Noise;
import org.junit.jupiter.api.Test;

class BusyMachineTest {
  private static Noise noise(double stolenShare, double pauseP99Ms) {
    return new Noise(0.1, pauseP99Ms, 2 * pauseP99Ms, 0, 0, stolenShare, 0, 0, 0, 0);
  }

  @Test
  void aQuietMachineIsNotRemarkedOn() {
    assertThat(BusyMachine.notes(noise(0.02, 3))).isEmpty();
    assertThat(BusyMachine.notes(noise(-1, 3))).isEmpty();
    assertThat(BusyMachine.forbidsVerdict(noise(0.1, 3))).isFalse();
    assertThat(BusyMachine.forbidsVerdict(noise(-1, 3))).isFalse();
  }

  @Test
  void whatOthersTookIsSaid() {
    assertThat(BusyMachine.notes(noise(0.34, 3)))
        .singleElement()
        .asString()
        .startsWith("other processes took 34 % of the machine's CPU time while times were taken")
        .contains("measure again when the machine is quiet");
    assertThat(BusyMachine.isNoteworthy(noise(0.05, 3))).isTrue();
    assertThat(BusyMachine.forbidsVerdict(noise(0.34, 3))).isTrue();
  }

  @Test
  void longPausesAreSaidAboveAllWhereTheSystemTellsNothingElse() {
    List<String> notes = BusyMachine.notes(noise(-1, 12));
    assertThat(notes)
        .singleElement()
        .asString()
        .contains("12.0 ms late (p99)", "does not tell what others did");
    assertThat(BusyMachine.notes(noise(0.34, 12))).hasSize(2);
    assertThat(BusyMachine.notesOfOthers(noise(0.34, 12))).hasSize(1);
    assertThat(BusyMachine.notesOfOthers(noise(-1, 50))).isEmpty();
    // This process's own threads keep all cores busy.
    assertThat(BusyMachine.notes(noise(0.01, 12))).isEmpty();
    assertThat(BusyMachine.notes(noise(0.01, 25))).hasSize(1);
  }
}
