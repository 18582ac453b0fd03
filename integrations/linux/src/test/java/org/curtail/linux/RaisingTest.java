package org.curtail.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.curtail.linux.FakeKernel.Rights;
import org.curtail.linux.FakeKernel.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RaisingTest {
  @ParameterizedTest
  @EnumSource
  void aLoweredThreadIsWhatItWas(Mechanism mechanism) {
    for (int nice = -20; nice < 20; nice++) {
      var kernel = new FakeKernel(Rights.ALL);
      kernel.state(State.nice(nice));
      var raising = new Raising(kernel, mechanism);
      for (int time = 0; time < 2; time++) {
        assertThat(raising.raise()).isZero();
        assertThat(raising.lower()).isZero();
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
    assertThat(new Raising(kernel, mechanism).raise()).isZero();
    return kernel.state();
  }

  @Test
  void raisingTwiceForgetsNothing() {
    var kernel = new FakeKernel(Rights.ALL);
    kernel.state(State.nice(3));
    var raising = new Raising(kernel, Mechanism.NICE);
    raising.raise();
    raising.raise();
    raising.lower();
    assertThat(kernel.state()).isEqualTo(State.nice(3));
  }

  @Test
  void loweringWhatWasNotRaisedChangesNothing() {
    var kernel = new FakeKernel(Rights.ALL);
    assertThat(new Raising(kernel, Mechanism.NICE).lower()).isZero();
    assertThat(kernel.calls()).isZero();
  }

  @Test
  void aRealTimeThreadOfSomebodyElseIsLeftAlone() {
    var realTime = new State(SchedAttr.FIFO, 0, 50, false);
    for (Mechanism mechanism : Mechanism.values()) {
      var kernel = new FakeKernel(Rights.ALL);
      kernel.state(realTime);
      var raising = new Raising(kernel, mechanism);
      assertThat(raising.raise()).isZero();
      assertThat(kernel.state()).isEqualTo(realTime);
      raising.lower();
      assertThat(kernel.state()).isEqualTo(realTime);
    }
  }

  @Test
  void withoutTheRightAThreadStaysAsItIs() {
    for (Mechanism mechanism : Mechanism.values()) {
      var kernel = new FakeKernel(Rights.NONE);
      kernel.state(State.nice(10));
      assertThat(new Raising(kernel, mechanism).raise()).isEqualTo(-FakeKernel.EPERM);
      assertThat(kernel.state()).isEqualTo(State.nice(10));
    }
  }

  /** Who may raise by RLIMIT_NICE alone may not take the flag away again. */
  @Test
  void aLimitIsEnoughToRaiseAndLower() {
    var kernel = new FakeKernel(Rights.limitNice(-20));
    var raising = new Raising(kernel, Mechanism.NICE);
    for (int time = 0; time < 2; time++) {
      assertThat(raising.raise()).isZero();
      assertThat(kernel.state().nice()).isEqualTo(-20);
      assertThat(raising.lower()).isZero();
      assertThat(kernel.state()).isEqualTo(new State(SchedAttr.OTHER, 0, 0, true));
    }
  }

  @Test
  void aFailedLoweringCanBeRepeated() {
    // Calls 0 and 1 raise, 2 and 3 lower.
    var kernel = new FakeKernel(Rights.limitNice(-20), 3, 12);
    var raising = new Raising(kernel, Mechanism.NICE);
    raising.raise();
    assertThat(raising.lower()).isEqualTo(-12);
    assertThat(kernel.state().nice()).isEqualTo(-20);
    assertThat(raising.lower()).isZero();
    assertThat(kernel.state().nice()).isZero();
  }
}
