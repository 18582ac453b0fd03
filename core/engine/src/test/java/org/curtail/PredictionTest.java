package org.curtail;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PredictionTest {
  @Test
  void inAnotherTimeItIsAsSureAndNeverNothing() {
    var said = new Prediction(2_000, 0.3);
    assertThat(said.mapped(nanos -> nanos / 2)).isEqualTo(new Prediction(1_000, 0.3));
    assertThat(said.mapped(nanos -> nanos / 4_000)).isEqualTo(new Prediction(1, 0.3));
    assertThat(Prediction.NONE.mapped(nanos -> 7)).isSameAs(Prediction.NONE);
  }

  @Test
  void anUnsurePredictionHasNoInformation() {
    assertThat(Prediction.NONE.isInformative()).isFalse();
    assertThat(Prediction.UNSURE.isInformative()).isFalse();
    assertThat(Prediction.UNSURE.isKnown()).isTrue();
    assertThat(Prediction.certain(1).isInformative()).isTrue();
  }
}
