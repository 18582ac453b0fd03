package org.curtail.linux.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import org.curtail.linux.Affinity;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Cores;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.SharedWork;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Threads pinned on the real kernel; skipped where there is none. */
class ClassBindingTest {
  private static Cores own() {
    if (Affinity.ofThread() instanceof Available<Cores>(Cores cores)) {
      return cores;
    }
    return Assumptions.abort("no affinity here");
  }

  private static Cores ofThread() {
    return own();
  }

  @Test
  void theThreadsOfAnEngineServeOnTheCoresOfTheirClass() throws Exception {
    Cores all = own();
    Cores slow = all.around(0);
    Cores fast = all.around(1);
    SpeedMachine machine =
        SpeedMachine.ofCores(
            new SpeedClass("slow", 1, 0.5, 1, 0), new SpeedClass("fast", 1, 1, 2, 0));
    for (boolean isFast : List.of(false, true)) {
      Map<Cores, Boolean> seen = new ConcurrentHashMap<>();
      try (Curtail curtail =
          Curtail.with(machine, isFast ? SpeedPolicy.allFast(machine) : SpeedPolicy.allSlow())
              .binding(new ClassBinding(List.of(slow, fast)))
              .start()) {
        for (int i = 0; i < 20; i++) {
          curtail.run(
              SharedWork.of(
                  3,
                  chunk -> {
                    seen.put(ofThread(), true);
                    return 1;
                  },
                  Integer::sum));
        }
      }
      assertThat(seen.keySet()).containsExactly(isFast ? fast : slow);
    }
  }

  @Test
  void theSlowestClassIsTheFirst() {
    var big = new CoreClass("big", new Cores(List.of(2, 3)), OptionalDouble.of(1));
    var little = new CoreClass("little", new Cores(List.of(0, 1)), OptionalDouble.of(0.4));
    assertThat(ClassBinding.of(new CoreClasses(List.of(big, little), "a test")).cores())
        .containsExactly(little.cores(), big.cores());
  }

  @Test
  void coresThatAreNotThereAreAReason() throws Exception {
    own();
    var binding = new ClassBinding(List.of(Cores.only(8191)));
    var tried =
        new FutureTask<>(() -> {
          assertThatThrownBy(() -> binding.accept(0))
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("8191");
          assertThatThrownBy(() -> binding.accept(1))
              .isInstanceOf(IllegalStateException.class)
              .hasMessage("expected one of the classes 0 to 0, found 1");
          return true;
        });
    Thread.ofPlatform().start(tried);
    assertThat(tried.get()).isTrue();
  }
}
