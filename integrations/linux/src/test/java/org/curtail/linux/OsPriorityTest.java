package org.curtail.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.curtail.linux.FakeKernel.Rights;
import org.curtail.linux.FakeKernel.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OsPriorityTest {
  @ParameterizedTest
  @EnumSource
  void aLoweredThreadIsWhatItWas(Mechanism mechanism) {
    for (int nice = -20; nice < 20; nice++) {
      var kernel = new FakeKernel(Rights.ALL);
      kernel.state(State.nice(nice));
      var priority = new OsPriority(kernel, mechanism);
      for (int time = 0; time < 2; time++) {
        assertThat(priority.raise()).isZero();
        assertThat(priority.lower()).isZero();
        assertThat(kernel.state()).isEqualTo(State.nice(nice));
      }
    }
  }

  @Test
  void eachMechanismRaisesInItsWay() {
    assertThat(raised(Mechanism.ROUND_ROBIN, 0)).isEqualTo(new State(SchedAttr.RR, 0, 1, true));
    assertThat(raised(Mechanism.NICE, 0)).isEqualTo(new State(SchedAttr.OTHER, -20, 0, true));
    assertThat(raised(Mechanism.NICE_OVER_WORKERS, 10)).isEqualTo(State.ORDINARY);
    assertThat(raised(Mechanism.NICE_OVER_WORKERS, -5)).isEqualTo(State.nice(-5));
  }

  private static State raised(Mechanism mechanism, int nice) {
    var kernel = new FakeKernel(Rights.ALL);
    kernel.state(State.nice(nice));
    assertThat(new OsPriority(kernel, mechanism).raise()).isZero();
    return kernel.state();
  }

  @Test
  void raisingTwiceForgetsNothing() {
    var kernel = new FakeKernel(Rights.ALL);
    kernel.state(State.nice(3));
    var priority = new OsPriority(kernel, Mechanism.NICE);
    priority.raise();
    priority.raise();
    priority.lower();
    assertThat(kernel.state()).isEqualTo(State.nice(3));
  }

  @Test
  void loweringAnUnraisedThreadChangesNothing() {
    var kernel = new FakeKernel(Rights.ALL);
    assertThat(new OsPriority(kernel, Mechanism.NICE).lower()).isZero();
    assertThat(kernel.calls()).isZero();
  }

  @Test
  void aForeignRealTimeThreadStaysUnchanged() {
    var realTime = new State(SchedAttr.FIFO, 0, 50, false);
    for (Mechanism mechanism : Mechanism.values()) {
      var kernel = new FakeKernel(Rights.ALL);
      kernel.state(realTime);
      var priority = new OsPriority(kernel, mechanism);
      assertThat(priority.raise()).isZero();
      assertThat(kernel.state()).isEqualTo(realTime);
      priority.lower();
      assertThat(kernel.state()).isEqualTo(realTime);
    }
  }

  @Test
  void withoutTheRightAThreadStaysAsItIs() {
    for (Mechanism mechanism : Mechanism.values()) {
      var kernel = new FakeKernel(Rights.NONE);
      kernel.state(State.nice(10));
      assertThat(new OsPriority(kernel, mechanism).raise()).isEqualTo(-FakeKernel.EPERM);
      assertThat(kernel.state()).isEqualTo(State.nice(10));
    }
  }

  /** A process that may raise only by RLIMIT_NICE may not clear the flag again. */
  @Test
  void aLimitIsEnoughToRaiseAndLower() {
    var kernel = new FakeKernel(Rights.limitNice(-20));
    var priority = new OsPriority(kernel, Mechanism.NICE);
    for (int time = 0; time < 2; time++) {
      assertThat(priority.raise()).isZero();
      assertThat(kernel.state().nice()).isEqualTo(-20);
      assertThat(priority.lower()).isZero();
      assertThat(kernel.state()).isEqualTo(new State(SchedAttr.OTHER, 0, 0, true));
    }
  }

  @Test
  void aFailedLoweringCanBeRepeated() {
    // Calls 0 and 1 raise, 2 and 3 lower.
    var kernel = new FakeKernel(Rights.limitNice(-20), 3, 12);
    var priority = new OsPriority(kernel, Mechanism.NICE);
    priority.raise();
    assertThat(priority.lower()).isEqualTo(-12);
    assertThat(kernel.state().nice()).isEqualTo(-20);
    assertThat(priority.lower()).isZero();
    assertThat(kernel.state().nice()).isZero();
  }
}
