package org.curtail.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.CallOptions;
import io.grpc.Status;
import io.grpc.Status.Code;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HedgingRulesTest {
  @Test
  void onlyUnavailableIsNonFatalByDefault() {
    for (Code code : Code.values()) {
      assertThat(HedgingRules.DEFAULT.isNonFatal(Status.fromCode(code)))
          .as("%s", code)
          .isEqualTo(code == Code.UNAVAILABLE);
    }
    var rules = HedgingRules.DEFAULT.withNonFatal(Code.ABORTED, Code.INTERNAL);
    assertThat(rules.isNonFatal(Status.ABORTED)).isTrue();
    assertThat(rules.isNonFatal(Status.UNAVAILABLE)).isFalse();
  }

  @Test
  void methodIsIdempotentByItsDescriptorOrByTheList() {
    assertThat(HedgingRules.DEFAULT.mayRepeat(Echo.SAY)).isTrue();
    assertThat(HedgingRules.DEFAULT.mayRepeat(Echo.LOOK)).isTrue();
    assertThat(HedgingRules.DEFAULT.mayRepeat(Echo.ADD)).isFalse();
    assertThat(HedgingRules.DEFAULT.withIdempotent("test.Echo/Add").mayRepeat(Echo.ADD)).isTrue();
    assertThat(HedgingRules.DEFAULT.withIdempotent("test.Echo").mayRepeat(Echo.ADD)).isTrue();
    assertThat(HedgingRules.DEFAULT.withIdempotent("test.Ech", "Add").mayRepeat(Echo.ADD))
        .isFalse();
  }

  @Test
  void namesAreAddedToTheList() {
    assertThat(
            HedgingRules.DEFAULT.withIdempotent("a.B").withIdempotent("a.C/D").idempotentMethods())
        .containsExactlyInAnyOrder("a.B", "a.C/D");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/", "a/", "/a", "a/b/c", "a b", "/test.Echo/Say"})
  void impossibleNameIsRejected(String name) {
    assertThatThrownBy(() -> HedgingRules.DEFAULT.withIdempotent(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("shop.Catalog/Get")
        .hasMessageContaining("'" + name + "'");
  }

  @Test
  void okAsAFailureAndNegativeLimitsAreRejected() {
    assertThatThrownBy(() -> HedgingRules.DEFAULT.withNonFatal(Code.OK))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("OK is no failure");
    assertThatThrownBy(() -> HedgingRules.DEFAULT.withMessageLimit(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1");
    assertThat(HedgingRules.DEFAULT.withMessageLimit(0).messageLimitBytes()).isZero();
    assertThat(HedgingRules.DEFAULT)
        .isEqualTo(new HedgingRules(Set.of(), Set.of(Code.UNAVAILABLE), 1_048_576));
  }

  @Test
  void callOptionsWithoutAHintMeanAFirstAttempt() {
    assertThat(ReplicaHint.of(CallOptions.DEFAULT)).isEqualTo(ReplicaHint.NONE);
    var hint =
        new ReplicaHint(2, List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 80)));
    assertThat(ReplicaHint.of(hint.in(CallOptions.DEFAULT))).isEqualTo(hint);
    assertThatThrownBy(() -> new ReplicaHint(-1, List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
