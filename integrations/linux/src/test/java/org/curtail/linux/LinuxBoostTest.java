package org.curtail.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.FutureTask;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Boosting by the real kernel, checked through {@link Proc}; skipped without permission. */
class LinuxBoostTest {
  private static final EffectCheck ASSUMED = (kernel, mechanism) -> new Available<>(1.0);

  private record Scheduling(int policy, int nice) {
    static Scheduling now() {
      return new Scheduling(Proc.policy(), Proc.nice());
    }
  }

  private static LinuxBoost permitted(Mechanism mechanism) {
    return ThisLinux.required(LinuxBoost.probe(ThisLinux.kernel(), List.of(mechanism), ASSUMED));
  }

  private static Scheduling raised(Mechanism mechanism) {
    return switch (mechanism) {
      case ROUND_ROBIN -> new Scheduling(SchedAttr.RR, 0);
      case NICE -> new Scheduling(SchedAttr.OTHER, -20);
      case NICE_OVER_WORKERS -> new Scheduling(SchedAttr.OTHER, 0);
    };
  }

  @ParameterizedTest
  @EnumSource
  void raisesAndLowersWorkers(Mechanism mechanism) throws Exception {
    LinuxBoost boost = permitted(mechanism);
    var seen =
        new FutureTask<>(() -> {
          Scheduling before = Scheduling.now();
          boost.raise();
          Scheduling during = Scheduling.now();
          boost.raise();
          boost.lower();
          Scheduling after = Scheduling.now();
          return List.of(before, during, after);
        });
    LinuxThreads.named("worker").readyFor(boost).newThread(seen).start();
    var ordinary = new Scheduling(SchedAttr.OTHER, Math.max(Proc.nice(), mechanism.workerNice()));
    assertThat(seen.get()).containsExactly(ordinary, raised(mechanism), ordinary);
  }

  @ParameterizedTest
  @EnumSource
  void threadsThatARaisedThreadStartsAreNotRaised(Mechanism mechanism) throws Exception {
    LinuxBoost boost = permitted(mechanism);
    boost.raise();
    try {
      var started = new FutureTask<>(Scheduling::now);
      Thread.ofPlatform().start(started);
      assertThat(started.get()).isEqualTo(new Scheduling(SchedAttr.OTHER, 0));
    } finally {
      boost.lower();
    }
  }

  @Test
  void aVirtualThreadRaisesNobody() throws Exception {
    LinuxBoost boost = permitted(Mechanism.NICE);
    var seen =
        new FutureTask<>(() -> {
          boost.raise();
          Scheduling carrier = Scheduling.now();
          boost.lower();
          return carrier;
        });
    Thread.ofVirtual().start(seen);
    assertThat(seen.get().nice()).isGreaterThan(-20);
  }

  /** On a noisy machine, too, the result is consistent. */
  @Test
  void theProbeFindsAnEffectOrSaysWhyNot() {
    List<Mechanism> tried = List.of(Mechanism.NICE, Mechanism.NICE_OVER_WORKERS);
    switch (LinuxBoost.probe()) {
      case Available<LinuxBoost>(LinuxBoost boost) -> {
        assertThat(boost.cpuShare()).isGreaterThan(0.65).isLessThanOrEqualTo(1);
        assertThat(tried).contains(boost.mechanism());
        assertThat(boost.description()).isEqualTo(boost.mechanism().description());
      }
      case Unavailable<LinuxBoost>(String reason) -> assertThat(reason).isNotBlank();
    }
  }
}
