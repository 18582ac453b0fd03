package org.curtail.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.FutureTask;
import org.curtail.linux.Availability.Unavailable;
import org.junit.jupiter.api.Test;

/** On the real kernel, checked through {@link Proc}; skipped where there is none. */
class AffinityTest {
  @Test
  void saysWhichCoresMayBeUsed() {
    assertThat(ThisLinux.required(Affinity.ofThread())).hasToString(Proc.cores());
    Cores process = ThisLinux.required(Affinity.ofProcess());
    assertThat(process.numbers()).containsAll(ThisLinux.required(Affinity.ofThread()).numbers());
  }

  @Test
  void pinsToEachCoreAndUndoesIt() {
    String before = Proc.cores();
    Cores cores = ThisLinux.required(Affinity.ofThread());
    for (int core : cores.numbers()) {
      try (Pin pin = ThisLinux.required(Affinity.pin(Cores.only(core)))) {
        assertThat(pin.cores()).isEqualTo(Cores.only(core));
        assertThat(Proc.cores()).isEqualTo("" + core);
        assertThat(ThisLinux.required(Affinity.currentCore())).isEqualTo(core);
      }
      assertThat(Proc.cores()).isEqualTo(before);
    }
  }

  @Test
  void aCoreThatIsNotThereIsAReason() {
    ThisLinux.kernel();
    String before = Proc.cores();
    assertThat(Affinity.pin(Cores.only(8191)))
        .isInstanceOfSatisfying(
            Unavailable.class, none -> assertThat(none.reason()).contains("8191", "EINVAL"));
    assertThat(Proc.cores()).isEqualTo(before);
  }

  @Test
  void aPinBelongsToItsThread() throws Exception {
    Cores cores = ThisLinux.required(Affinity.ofThread());
    try (Pin pin = ThisLinux.required(Affinity.pin(cores))) {
      var elsewhere =
          new FutureTask<>(() -> {
            assertThatThrownBy(pin::close).isInstanceOf(WrongThreadException.class);
            return true;
          });
      Thread.ofPlatform().start(elsewhere);
      assertThat(elsewhere.get()).isTrue();
    }
  }

  @Test
  void virtualThreadsCannotBePinned() throws Exception {
    Cores cores = ThisLinux.required(Affinity.ofThread());
    var tried = new FutureTask<>(() -> Affinity.pin(cores));
    Thread.ofVirtual().start(tried);
    assertThat(tried.get())
        .isInstanceOfSatisfying(
            Unavailable.class, none -> assertThat(none.reason()).contains("virtual"));
  }
}
