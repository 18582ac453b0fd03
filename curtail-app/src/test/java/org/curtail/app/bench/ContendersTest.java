package org.curtail.app.bench;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.curtail.Profile;
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

  @Test
  void whoNeedsPredictionsGetsThoseThatAreLearnedButNotOnTheExecutor() {
    var ingredients =
        new Policies.Ingredients(
            Optional.of(Profile.of("a test", new double[][] {{1, 0.6}, {9, 5}})), Optional.empty());
    Contenders.check("tail-index-predicted", ingredients, 2);
    assertThatThrownBy(() -> Contenders.check("tail-index-predicted@executor", ingredients, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("which the executor is not given");
    assertThatThrownBy(() -> Contenders.check("edf-50", ingredients, 2))
        .hasMessageContaining("demand in advance");
  }
}
