package org.curtail.benchkit.openloop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.curtail.lucene.ranked.ChunkSharing;
import org.junit.jupiter.api.Test;

class ContenderNameTest {
  @Test
  void aPolicyMayBringItsWayToShareOrAnExecutor() {
    assertThat(ContenderName.of("fixed-2"))
        .isEqualTo(new ContenderName("fixed-2", false, Optional.empty()));
    assertThat(ContenderName.of("fixed-2@executor"))
        .isEqualTo(new ContenderName("fixed-2", true, Optional.empty()));
    assertThat(ContenderName.of("fixed-2/dynamic"))
        .isEqualTo(new ContenderName("fixed-2", false, Optional.of(ChunkSharing.DYNAMIC)));
    assertThat(ContenderName.of("fixed-2/alternating"))
        .isEqualTo(new ContenderName("fixed-2", false, Optional.of(ChunkSharing.ALTERNATING)));
    assertThat(ContenderName.of("fixed-2/coarse"))
        .isEqualTo(new ContenderName("fixed-2", false, Optional.of(ChunkSharing.COARSE)));
  }

  @Test
  void siblingsDifferInNothingButTheirSharing() {
    assertThat(ContenderName.areSiblings("fixed-2", "fixed-2/coarse")).isTrue();
    assertThat(ContenderName.areSiblings("fixed-2/dynamic", "fixed-2/coarse")).isTrue();
    assertThat(ContenderName.areSiblings("fixed-2", "fixed-2")).isFalse();
    assertThat(ContenderName.areSiblings("fixed-3", "fixed-2/coarse")).isFalse();
    assertThat(ContenderName.areSiblings("fixed-2@executor", "fixed-2/coarse")).isFalse();
  }
}
