package org.curtail.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class CoresTest {
  @Test
  void writtenAsTheKernelWritesLists() {
    assertThat(new Cores(List.of(0))).hasToString("0");
    assertThat(new Cores(List.of(0, 1))).hasToString("0-1");
    assertThat(new Cores(List.of(0, 1, 2, 3, 8))).hasToString("0-3,8");
    assertThat(new Cores(List.of(1, 3, 5, 6, 8191))).hasToString("1,3,5-6,8191");
  }

  @Test
  void bitsAndNumbersAreTheSameSet() {
    var cores = new Cores(List.of(0, 2, 63, 64, 200));
    assertThat(Cores.of(cores.bits())).isEqualTo(cores);
  }

  @Test
  void aroundBeginsAgainAfterTheLast() {
    var cores = new Cores(List.of(2, 5, 7));
    assertThat(cores.around(0)).isEqualTo(Cores.only(2));
    assertThat(cores.around(2)).isEqualTo(Cores.only(7));
    assertThat(cores.around(3)).isEqualTo(Cores.only(2));
    // An overflowed counter.
    assertThat(cores.around(-1)).isEqualTo(Cores.only(7));
  }

  @Test
  void rejectsWhatIsNoSetOfCores() {
    assertThatThrownBy(() -> new Cores(List.of())).hasMessageContaining("at least one");
    assertThatThrownBy(() -> new Cores(List.of(1, 1))).hasMessageContaining("[1, 1]");
    assertThatThrownBy(() -> new Cores(List.of(2, 1))).hasMessageContaining("[2, 1]");
    assertThatThrownBy(() -> Cores.only(-1)).hasMessageContaining("[-1]");
    assertThatThrownBy(() -> Cores.only(8192)).hasMessageContaining("[8192]");
  }
}
