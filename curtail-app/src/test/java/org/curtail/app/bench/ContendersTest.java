package org.curtail.app.bench;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.curtail.policy.Policies;
import org.junit.jupiter.api.Test;

class ContendersTest {
  @Test
  void whatIsNoneOfThemIsRefusedAsItWasWritten() {
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
}
