package org.curtail.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ComersTest {
  private final Comers comers = new Comers();

  @Test
  void nobodyComesWithoutAPlaceAsLongAsOthersAreOnTheirWayToOne() {
    assertThat(comers.comesToPlace()).isTrue();
    assertThat(comers.comesToPlace()).isTrue();
    assertThat(comers.comesWithout()).isFalse();
    comers.cameToPlace();
    assertThat(comers.comesWithout()).isFalse();
    comers.cameToPlace();
    assertThat(comers.comesWithout()).isTrue();
  }

  @Test
  void nobodySetsOutForAPlaceAsLongAsOthersAreThereWithout() {
    assertThat(comers.comesWithout()).isTrue();
    assertThat(comers.comesWithout()).isTrue();
    assertThat(comers.comesToPlace()).isFalse();
    comers.leftWithout();
    assertThat(comers.comesToPlace()).isFalse();
    comers.leftWithout();
    assertThat(comers.comesToPlace()).isTrue();
  }
}
