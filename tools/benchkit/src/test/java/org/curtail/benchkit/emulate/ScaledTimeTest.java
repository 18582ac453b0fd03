package org.curtail.benchkit.emulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.DelegatingPolicy;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Prediction;
import org.curtail.Preemption;
import org.curtail.Progress;
import org.curtail.Traits;
import org.curtail.policy.FixedInterval;
import org.curtail.policy.Sequential;
import org.junit.jupiter.api.Test;

class ScaledTimeTest {
  private static final Load LOAD = new Load(3, 1, 4, 15);

  /** A policy that records its inputs. */
  private static final class Witness implements Policy {
    final List<Progress> shown = new ArrayList<>();

    @Override
    public Admission admit(Progress waiting, Load load) {
      shown.add(waiting);
      return Admission.waitUntil(50_000_000);
    }

    @Override
    public Decision decide(Progress running, Load load) {
      shown.add(running);
      return new Decision(2, 30_000_000);
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

  @Test
  void aPolicySeesItsOwnTimeAndAnswersInTheServiceS() {
    var witness = new Witness();
    var quarter = new ScaledTime(witness, 0.25);

    Admission admission =
        quarter.admit(Progress.waiting(5_000_000, Prediction.certain(1_000_000)), LOAD);
    Decision decision =
        quarter.decide(new Progress(9_000_000, 4_000_000, 6_000_000, 1, 2, Prediction.NONE), LOAD);

    assertThat(witness.shown)
        .containsExactly(
            Progress.waiting(20_000_000, Prediction.certain(4_000_000)),
            new Progress(36_000_000, 16_000_000, 24_000_000, 1, 2, Prediction.NONE));
    assertThat(admission).isEqualTo(Admission.waitUntil(12_500_000));
    assertThat(decision).isEqualTo(new Decision(2, 7_500_000));
  }

  @Test
  void neverStaysNever() {
    assertThat(new ScaledTime(new Sequential(), 3).decide(new Progress(0, 0, 0), LOAD))
        .isEqualTo(Decision.keep(1));
    assertThat(new ScaledTime(new Sequential(), 3).admit(new Progress(0, 0, 0), LOAD))
        .isEqualTo(Admission.START);
  }

  @Test
  void atTheMomentItAskedForAPolicyDecidesAsAtItsOwn() {
    var random = new SplittableRandom(1);
    for (int i = 0; i < 20_000; i++) {
      double scale = Math.pow(10, random.nextDouble(-2, 2));
      // As the command reads it: one thread more every few milliseconds.
      Policy policy = new FixedInterval(random.nextInt(1, 100), 8);
      var scaled = new ScaledTime(policy, scale);
      Decision first = scaled.decide(new Progress(0, 0, 0), LOAD);
      Decision then =
          scaled.decide(new Progress(first.askAgainNanos(), first.askAgainNanos(), 1), LOAD);
      assertThat(then.degree()).as("scale %s, %s", scale, policy).isEqualTo(first.degree() + 1);
    }
  }

  @Test
  void turnsLastAsLongInTheServiceAsThePolicyMeans() {
    Preemption turns = Preemption.turns(Duration.ofMillis(5));
    assertThat(new ScaledTime(preempting(turns), 0.4).traits().preemption())
        .isEqualTo(Preemption.turns(Duration.ofMillis(2)));
    Preemption byPriority = Preemption.byPriority(Duration.ofMillis(1), Duration.ofMillis(100));
    assertThat(new ScaledTime(preempting(byPriority), 3).traits().preemption())
        .isEqualTo(Preemption.byPriority(Duration.ofMillis(3), Duration.ofMillis(300)));
    assertThat(new ScaledTime(new Sequential(), 3).traits()).isEqualTo(new Sequential().traits());
  }

  private static Policy preempting(Preemption preemption) {
    return new DelegatingPolicy() {
      @Override
      public Policy policy() {
        return new Sequential();
      }

      @Override
      public Traits traits() {
        return Traits.RANKING.preempting(preemption);
      }

      @Override
      public int level(Progress aside) {
        return (int) (aside.attainedNanos() / 1_000);
      }
    };
  }

  @Test
  void aRequestThatWasSetAsideHasTheLevelOfItsServiceInThePolicyS() {
    Policy policy = preempting(Preemption.byPriority(Duration.ofMillis(1), Duration.ofMillis(9)));
    assertThat(
            new ScaledTime(policy, 0.5)
                .level(new Progress(9_000, 8_000, 4_000, 1, 0, Prediction.NONE)))
        .isEqualTo(8);
  }

  @Test
  void aScaleThatIsNoneIsRefused() {
    assertThatThrownBy(() -> new ScaledTime(new Sequential(), 0)).hasMessageContaining("0");
  }
}
