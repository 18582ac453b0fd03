package org.curtail;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.OptionalInt;
import org.curtail.policy.Boosted;
import org.curtail.policy.FewToMany;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.policy.Sharing;
import org.junit.jupiter.api.Test;

class DelegatingPolicyTest {
  @Test
  void everyQuestionToAPolicyIsPassedOn() throws Exception {
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

  @Test
  void aKindIsAShortNameWithoutNumbers() {
    var fewToMany = new FewToMany(PublishedTables.fewToManyLucene());
    assertThat(fewToMany.kind()).isEqualTo("few-to-many");
    assertThat(new Sequential().kind()).isEqualTo("sequential");
    assertThat(new FixedDegree(4).kind()).isEqualTo("fixed-4");
    assertThat(new Boosted(new Sharing(fewToMany)).kind())
        .isEqualTo("few-to-many+sharing+boosting");
    DelegatingPolicy unnamed = () -> fewToMany;
    assertThat(unnamed.kind()).isEqualTo("few-to-many");
    assertThat(ofNoName().kind()).isEqualTo("other");
  }

  private static Policy ofNoName() {
    return new Policy() {
      @Override
      public Decision decide(Progress running, Load load) {
        return Decision.keep(1);
      }

      @Override
      public int maxDegree() {
        return 1;
      }

      @Override
      public int threads(int cores) {
        return cores;
      }
    };
  }
}
