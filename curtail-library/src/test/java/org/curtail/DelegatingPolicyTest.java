package org.curtail;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.OptionalInt;
import org.curtail.policy.Boosted;
import org.curtail.policy.FewToMany;
import org.junit.jupiter.api.Test;

class DelegatingPolicyTest {
  @Test
  void whatever_a_policy_may_be_asked_is_passed_on() throws Exception {
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
  void a_delegate_was_planned_for_the_cores_of_the_policy_behind_it() {
    var table = PublishedTables.fewToManyLucene();
    assertThat(new Boosted(new FewToMany(table)).plannedCores()).isEqualTo(OptionalInt.of(15));
  }
}
