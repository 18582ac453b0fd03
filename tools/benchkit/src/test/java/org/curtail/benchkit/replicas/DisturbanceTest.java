package org.curtail.benchkit.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.curtail.benchkit.replicas.ReplicaNoise.Pauses;
import org.curtail.benchkit.replicas.ReplicaNoise.Slowness;
import org.junit.jupiter.api.Test;

class DisturbanceTest {
  @Test
  void overManyBlocksTheShareOfTimeIsAsWished() {
    var random = new Random(7);
    double disturbedMs = 0;
    for (int block = 0; block < 1000; block++) {
      for (Disturbance one : Disturbance.draw(List.of(new Pauses(0.04, 200)), 3, 7300, random)) {
        disturbedMs += one.toMs() - one.fromMs();
      }
    }
    assertThat(disturbedMs / (1000 * 7300)).isCloseTo(0.04, within(0.001));
  }

  @Test
  void onlyOneReplicaAtATimeStandsStill() {
    for (long seed = 0; seed < 200; seed++) {
      List<Disturbance> all =
          Disturbance.draw(List.of(new Pauses(0.7, 50)), 3, 1000, new Random(seed));
      for (int i = 1; i < all.size(); i++) {
        assertThat(all.get(i).fromMs())
            .as("seed %d", seed)
            .isGreaterThanOrEqualTo(all.get(i - 1).toMs() - 1e-9);
      }
      assertThat(all).as("seed %d", seed).allMatch(one -> one.replica() >= 0 && one.replica() < 3);
    }
  }

  @Test
  void whatIsNeverOverLastsBeyondTheBlock() {
    List<Disturbance> all =
        Disturbance.draw(List.of(new Slowness(1, 10, 3)), 2, 1000, new Random(1));

    assertThat(all)
        .containsExactly(new Disturbance(Disturbance.ALL, 0, Double.POSITIVE_INFINITY, 1.0 / 3));
    assertThat(Disturbance.speeds(all, 1)).containsExactly(new SpeedChange(0, 1.0 / 3));
  }

  @Test
  void aReplicaIsToldOfItsOwnDisturbancesAndOfThoseOfAll() {
    List<Disturbance> all =
        List.of(
            new Disturbance(0, 10, 20, 0),
            new Disturbance(1, 30, 40, 0),
            new Disturbance(Disturbance.ALL, 15, 50, 0.5));

    assertThat(Disturbance.speeds(all, 0))
        .containsExactly(
            new SpeedChange(10_000_000, 0),
            new SpeedChange(15_000_000, 0),
            new SpeedChange(20_000_000, 0.5),
            new SpeedChange(50_000_000, 1));
    assertThat(Disturbance.speeds(all, 2))
        .containsExactly(new SpeedChange(15_000_000, 0.5), new SpeedChange(50_000_000, 1));
  }

  @Test
  void impossibleNoiseIsRejected() {
    assertThatThrownBy(() -> new Pauses(0, 200)).hasMessageContaining("share");
    assertThatThrownBy(() -> new Pauses(1.1, 200)).hasMessageContaining("share");
    assertThatThrownBy(() -> new Pauses(0.1, 0)).hasMessageContaining("lengthMs");
    assertThatThrownBy(() -> new Slowness(0.1, 10, 1)).hasMessageContaining("factor");
  }
}
