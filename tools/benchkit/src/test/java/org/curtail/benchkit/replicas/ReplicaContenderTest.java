package org.curtail.benchkit.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ReplicaContenderTest {
  @Test
  void policiesThatKeepABudgetAreThereOnceForEach() {
    List<ReplicaPolicy> policies = List.of(ReplicaPolicy.NONE, ReplicaPolicy.SINGLE_R);

    assertThat(ReplicaContender.of(policies, List.of(0.02)))
        .extracting(ReplicaContender::name)
        .containsExactly("none", "single-r");
    assertThat(ReplicaContender.of(policies, List.of(0.02, 0.05)))
        .extracting(ReplicaContender::name)
        .containsExactly("none", "single-r@0.02", "single-r@0.05");
  }

  @Test
  void everyPolicyHasTheNameOfTheCommandLine() {
    assertThat(ReplicaPolicy.names())
        .containsExactly(
            "none",
            "hedge-p95",
            "learned-p90",
            "single-d",
            "single-r",
            "single-r-adaptive",
            "laedge");
    for (String name : ReplicaPolicy.names()) {
      assertThat(ReplicaPolicy.named(name)).hasToString(name);
    }
    assertThatThrownBy(() -> ReplicaPolicy.named("singel-r"))
        .hasMessageContaining("did you mean single-r?");
  }
}
