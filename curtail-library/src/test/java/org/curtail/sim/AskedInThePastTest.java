package org.curtail.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.Progress;
import org.junit.jupiter.api.Test;

class AskedInThePastTest {
  private static final long MS = 1_000_000;

  /** Wants to be asked again at a point, or after a time, as the mistake is. */
  private record AskingEvery(long nanos, boolean isDuration) implements Policy {
    @Override
    public Decision decide(Progress running, Load load) {
      return new Decision(1, isDuration ? nanos : running.executionNanos() + nanos);
    }

    @Override
    public int maxDegree() {
      return 2;
    }

    @Override
    public int threads(int cores) {
      return cores;
    }
  }

  private static SimulationResult served(Policy policy) {
    Profile profile = Profile.of("one", new double[][] {{20, 20}});
    Trace trace = Trace.of(new double[100], new int[100]);
    return Simulation.run(policy, profile, trace, Machine.ofCores(1));
  }

  @Test
  void aDurationInPlaceOfAPointIsRejectedWithThePolicyAndBothTimes() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> served(new AskingEvery(5 * MS, true)))
        .withMessage(
            "policy AskingEvery[nanos=5000000, isDuration=true]: askAgainNanos must be an execution time that is still to come, more than the 5,000,000 ns that the request has run, or Decision.NEVER; it is a point in time, not a duration: 5,000,000");
  }

  @Test
  void aPointThatIsStillToComeIsWaitedFor() {
    assertThat(served(new AskingEvery(5 * MS, false)).percentileMs(100)).isEqualTo(2_000);
  }
}
