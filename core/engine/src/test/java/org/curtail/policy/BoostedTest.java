package org.curtail.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.curtail.Load;
import org.curtail.PaperTables;
import org.curtail.Policy;
import org.curtail.Progress;
import org.junit.jupiter.api.Test;

class BoostedTest {
  @Test
  void decidesAsThePolicyInsideInEveryRespectButBoosting() {
    for (Policy plain :
        new Policy[] {
          new FewToMany(PaperTables.figure5Table()),
          TailIndex.predicted(PaperTables.figure5Profile()).malleable()
        }) {
      var boosted = new Boosted(plain);
      assertThat(boosted.traits().boosts()).isTrue();
      assertThat(plain.traits().boosts()).isFalse();
      assertThat(boosted.traits().ranks()).isEqualTo(plain.traits().ranks());
      assertThat(boosted.traits().reordersQueue()).isEqualTo(plain.traits().reordersQueue());
      assertThat(boosted.traits().isMalleable()).isEqualTo(plain.traits().isMalleable());
      assertThat(boosted.traits().needsPrediction()).isEqualTo(plain.traits().needsPrediction());
      assertThat(boosted.maxDegree()).isEqualTo(plain.maxDegree());
      assertThat(boosted.threads(6)).isEqualTo(plain.threads(6));
    }
    var load = new Load(3, 1, 4, 6);
    var progress = new Progress(90_000_000, 60_000_000, 1);
    Policy plain = new FewToMany(PaperTables.figure5Table());
    assertThat(new Boosted(plain).decide(progress, load)).isEqualTo(plain.decide(progress, load));
    assertThat(new Boosted(plain).admit(progress, load)).isEqualTo(plain.admit(progress, load));
  }
}
