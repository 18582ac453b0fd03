package org.curtail.app.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.curtail.lucene.ranked.Sharing;
import org.curtail.policy.Policies;
import org.junit.jupiter.api.Test;

class ContenderNameTest {
  @Test
  void a_policy_may_bring_its_way_to_share_or_an_executor() {
    assertThat(ContenderName.of("fixed-2"))
        .isEqualTo(new ContenderName("fixed-2", false, Optional.empty()));
    assertThat(ContenderName.of("fixed-2@executor"))
        .isEqualTo(new ContenderName("fixed-2", true, Optional.empty()));
    assertThat(ContenderName.of("fixed-2/dynamic"))
        .isEqualTo(new ContenderName("fixed-2", false, Optional.of(Sharing.DYNAMIC)));
    assertThat(ContenderName.of("fixed-2/alternating"))
        .isEqualTo(new ContenderName("fixed-2", false, Optional.of(Sharing.ALTERNATING)));
    assertThat(ContenderName.of("fixed-2/coarse"))
        .isEqualTo(new ContenderName("fixed-2", false, Optional.of(Sharing.COARSE)));
  }

  @Test
  void what_is_none_of_them_is_refused_as_it_was_written() {
    for (String name :
        new String[] {
          "fixed-2/fine",
          "fixed-2/",
          "/coarse",
          "lucene-2/coarse",
          "fixed-2@executor/coarse",
          "fixed-2/coarse@executor",
          "fixed-2/coarse/dynamic"
        }) {
      assertThatThrownBy(() -> Contenders.check(name, Policies.Ingredients.NONE, 2))
          .hasMessageContaining("'" + name + "'")
          .hasMessageContaining("POLICY/coarse");
    }
    Contenders.check("fixed-2/coarse", Policies.Ingredients.NONE, 2);
  }

  @Test
  void siblings_differ_in_nothing_but_their_sharing() {
    assertThat(Contenders.areSiblings("fixed-2", "fixed-2/coarse")).isTrue();
    assertThat(Contenders.areSiblings("fixed-2/dynamic", "fixed-2/coarse")).isTrue();
    assertThat(Contenders.areSiblings("fixed-2", "fixed-2")).isFalse();
    assertThat(Contenders.areSiblings("fixed-3", "fixed-2/coarse")).isFalse();
    assertThat(Contenders.areSiblings("fixed-2@executor", "fixed-2/coarse")).isFalse();
  }
}
