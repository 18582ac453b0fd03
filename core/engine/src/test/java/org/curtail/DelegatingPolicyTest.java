package org.curtail;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.OptionalInt;
import org.curtail.policy.Boosted;
import org.curtail.policy.FewToMany;
import org.junit.jupiter.api.Test;

class DelegatingPolicyTest {
  @Test
  void whateverAPolicyMayBeAskedIsPassedOn() throws Exception {
    for (Method question : Policy.class.getMethods()) {
      assertThat(
              DelegatingPolicy.class
                  .getMethod(question.getName(), question.getParameterTypes())
                  .getDeclaringClass())
          .as(question.getName())
          .isEqualTo(DelegatingPolicy.class);
    }
  }

  @Test
  void aDelegateWasPlannedForTheCoresOfThePolicyBehindIt() {
    var table = PublishedTables.fewToManyLucene();
    assertThat(new Boosted(new FewToMany(table)).plannedCores()).isEqualTo(OptionalInt.of(15));
  }
}
