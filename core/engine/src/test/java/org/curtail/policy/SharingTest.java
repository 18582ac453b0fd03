package org.curtail.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.curtail.Load;
import org.curtail.PaperTables;
import org.curtail.Policy;
import org.curtail.Prediction;
import org.curtail.Preemption;
import org.curtail.Progress;
import org.curtail.Traits;
import org.junit.jupiter.api.Test;

class SharingTest {
  private static final Policy[] PLAIN = {
    new Sequential(),
    new FewToMany(PaperTables.figure5Table()),
    FewToMany.literal(PaperTables.figure5Table()),
    TailIndex.predicted(PaperTables.figure5Profile()).malleable(),
    new Boosted(new FixedDegree(3)),
    OneThreadEach.leastAttained()
  };

  @Test
  void isThePolicyInsideInEveryRespectButPreemptionAndThreads() {
    var load = new Load(9, 4, 6, 6);
    Progress progress =
        new Progress(90_000_000, 60_000_000, 1).predicted(Prediction.certain(200_000_000));
    for (Policy plain : PLAIN) {
      var sharing = new Sharing(plain);
      Traits traits = sharing.traits();
      assertThat(traits.preemption()).isEqualTo(Preemption.turns(Duration.ofMillis(1)));
      assertThat(traits.preempting(plain.traits().preemption())).isEqualTo(plain.traits());
      assertThat(sharing.maxDegree()).isEqualTo(plain.maxDegree());
      assertThat(sharing.plannedCores()).isEqualTo(plain.plannedCores());
      assertThat(sharing.admit(progress, load)).isEqualTo(plain.admit(progress, load));
      assertThat(sharing.decide(progress, load)).isEqualTo(plain.decide(progress, load));
      assertThat(sharing.priority(progress, load)).isEqualTo(plain.priority(progress, load));
    }
  }

  @Test
  void neverAsksForMoreThreadsThanCores() {
    for (Policy plain : PLAIN) {
      for (int cores : new int[] {1, 2, 6, 64}) {
        assertThat(new Sharing(plain).threads(cores))
            .isEqualTo(Math.min(cores, plain.threads(cores)));
      }
    }
    // Few-to-Many asks for as many as its table can use, on however many cores.
    assertThat(new Sharing(PLAIN[1]).threads(64)).isLessThan(64);
  }

  @Test
  void takesTurnsOfTheLengthThatItIsTold() {
    var sharing = new Sharing(new Sequential(), Duration.ofMillis(4));
    assertThat(sharing.traits().preemption().quantumNanos()).isEqualTo(4_000_000);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Sharing(new Sequential(), Duration.ZERO))
        .withMessageContaining("quantumNanos must be positive");
  }
}
