package org.curtail.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;
import org.curtail.linux.FakeKernel.Rights;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The probe on kernels with all kinds of permissions and failures. */
class ProbeTest {
  private static final List<Mechanism> ALL = List.of(Mechanism.values());
  private static final EffectCheck EFFECTIVE = (kernel, mechanism) -> new Available<>(0.9);

  @Test
  void takesTheStrongestThatIsPermitted() {
    assertThat(found(Rights.ALL)).isEqualTo(Mechanism.ROUND_ROBIN);
    assertThat(found(new Rights(false, 20, 1))).isEqualTo(Mechanism.ROUND_ROBIN);
    assertThat(found(Rights.limitNice(-20))).isEqualTo(Mechanism.NICE);
    assertThat(found(Rights.limitNice(-19))).isEqualTo(Mechanism.NICE_OVER_WORKERS);
    assertThat(found(Rights.limitNice(0))).isEqualTo(Mechanism.NICE_OVER_WORKERS);
  }

  private static Mechanism found(Rights rights) {
    return available(LinuxBoost.probe(new FakeKernel(rights), ALL, EFFECTIVE)).mechanism();
  }

  @Test
  void saysOfEachMechanismWhichRightIsMissing() {
    String reason = reason(LinuxBoost.probe(new FakeKernel(Rights.NONE), ALL, EFFECTIVE));
    assertThat(reason.split("; "))
        .hasSize(3)
        .allMatch(part -> part.contains("EPERM") && part.contains("CAP_SYS_NICE"));
    assertThat(reason).contains("SCHED_RR 1: ", "nice -20: ", "LimitRTPRIO=1", "LimitNICE=-20");
  }

  @Test
  void aMechanismWithoutEffectIsPassedOver() {
    EffectCheck onlyWorkers =
        (kernel, mechanism) ->
            new Available<>(mechanism == Mechanism.NICE_OVER_WORKERS ? 0.9 : 0.51);
    LinuxBoost boost = available(LinuxBoost.probe(new FakeKernel(Rights.ALL), ALL, onlyWorkers));
    assertThat(boost.mechanism()).isEqualTo(Mechanism.NICE_OVER_WORKERS);
    assertThat(boost.cpuShare()).isEqualTo(0.9);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, 0.65})
  void noEffectIsNoBoost(double share) {
    assertThat(
            reason(
                LinuxBoost.probe(
                    new FakeKernel(Rights.ALL),
                    List.of(Mechanism.NICE),
                    (kernel, mechanism) -> new Available<>(share))))
        .contains("no effect", "%.0f %%".formatted(100 * share));
  }

  @ParameterizedTest
  @EnumSource(Errno.class)
  void aFailingCallOfTheCheckOfRightsIsTheReason(Errno errno) {
    int answer = -number(errno);
    for (Mechanism mechanism : Mechanism.values()) {
      int calls = callsOfRightCheck(mechanism);
      for (int call = 0; call < calls; call++) {
        var kernel = new FakeKernel(Rights.ALL, call, -answer);
        var tried = PermissionCheck.of(kernel, mechanism);
        assertNothingStaysRaised(kernel);
        switch (tried) {
          case Available<Mechanism> retried -> assertThat(call).isEqualTo(calls - 2);
          case Unavailable<Mechanism>(String reason) ->
              assertThat(reason).isEqualTo(Errno.reason(answer, mechanism.permission()));
        }
      }
    }
  }

  /** The last call but one lowers the thread, which is tried twice. */
  private static int callsOfRightCheck(Mechanism mechanism) {
    var kernel = new FakeKernel(Rights.ALL);
    assertThat(PermissionCheck.of(kernel, mechanism)).isInstanceOf(Available.class);
    return kernel.calls();
  }

  /** A kernel that reports success for lowering a thread but does nothing. */
  @Test
  void aKernelThatIgnoresLoweringIsFoundOut() {
    var ignoring =
        new ForwardingKernel(new FakeKernel(Rights.ALL)) {
          @Override
          public int setScheduling(SchedAttr attr) {
            return attr.nice() < 0 ? super.setScheduling(attr) : 0;
          }
        };
    assertThat(reason(PermissionCheck.of(ignoring, Mechanism.NICE))).contains("former scheduling");
  }

  @ParameterizedTest
  @EnumSource
  void aFailingCallOfAContestIsTheReason(Mechanism mechanism) {
    // Before the threads compete, each pins itself by two calls, and one or both change their
    // priority.
    for (int call = 0; call < 6; call++) {
      var kernel = new FakeKernel(Rights.ALL, call, 22);
      assertThat(reason(new CpuShareTrial(kernel, mechanism, Cores.only(0)).cpuShare()))
          .endsWith("(EINVAL)");
      assertNothingStaysRaised(kernel);
    }
  }

  @Test
  void withoutAListOfCoresThereIsNoContest() {
    var kernel = new FakeKernel(Rights.ALL, 0, 38);
    assertThat(reason(new CpuShareCheck().cpuShare(kernel, Mechanism.NICE)))
        .isEqualTo("sched_getaffinity: unknown to this kernel, or filtered (ENOSYS)");
  }

  @Test
  void aKernelThatThrowsIsAReasonToo() {
    var broken =
        new ForwardingKernel(new FakeKernel(Rights.ALL)) {
          @Override
          public int setScheduling(SchedAttr attr) {
            throw new IllegalStateException("broken");
          }
        };
    assertThat(reason(LinuxBoost.probe(broken, ALL, EFFECTIVE))).contains("broken");
  }

  @Test
  void anInterruptedCallerGetsAReasonAndStaysInterrupted() {
    var never = new CountDownLatch(1);
    var hanging =
        new ForwardingKernel(new FakeKernel(Rights.ALL)) {
          @Override
          public int scheduling(SchedAttr into) {
            try {
              never.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
            return -1;
          }
        };
    Thread.currentThread().interrupt();
    String reason = reason(LinuxBoost.probe(hanging, ALL, EFFECTIVE));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(reason).contains("interrupted");
  }

  @Test
  void theCallingThreadIsNeverTouched() {
    var kernel = new FakeKernel(Rights.ALL);
    available(LinuxBoost.probe(kernel, ALL, EFFECTIVE));
    assertThat(kernel.states).isNotEmpty().doesNotContainKey(Thread.currentThread());
    assertThat(kernel.affinities).doesNotContainKey(Thread.currentThread());
  }

  private static void assertNothingStaysRaised(FakeKernel kernel) {
    assertThat(kernel.states.values())
        .allMatch(state -> state.policy() == SchedAttr.OTHER && state.nice() >= 0);
  }

  private static int number(Errno errno) {
    for (int number = 1; number < 134; number++) {
      if (Errno.reason(-number).endsWith("(" + errno + ")")) {
        return number;
      }
    }
    throw new AssertionError(errno);
  }

  private static <T> T available(Availability<T> tried) {
    return switch (tried) {
      case Available<T>(T value) -> value;
      case Unavailable<T>(String reason) -> throw new AssertionError(reason);
    };
  }

  private static <T> String reason(Availability<T> tried) {
    return switch (tried) {
      case Available<T>(T value) -> throw new AssertionError(value);
      case Unavailable<T>(String reason) -> reason;
    };
  }
}
