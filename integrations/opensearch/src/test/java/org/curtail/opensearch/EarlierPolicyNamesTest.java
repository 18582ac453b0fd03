package org.curtail.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.policies.Policies;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.opensearch.common.settings.Settings;

/** A node's cluster state keeps names of policies for years: all stay valid. */
@Timeout(300)
class EarlierPolicyNamesTest {
  /** Names that nodes accepted before the policies of papers moved to another artifact. */
  private static final List<String> NAMES =
      List.of(
          "adaptive",
          "automatic",
          "binary-5",
          "few-to-many",
          "few-to-many-literal",
          "few-to-many-published",
          "fixed-3",
          "fixed-3+sharing",
          "fixed-3+boosting",
          "fixed-3+sharing+boosting",
          "gittins",
          "interval-5",
          "least-attained",
          "linear-5",
          "processor-sharing",
          "protected-3",
          "sequential",
          "tail-control-100",
          "tail-index",
          "tail-index-demoting-100",
          "tail-index-gittins-50",
          "tail-index-malleable",
          "tail-index-patient",
          "tail-index-patient-malleable",
          "tail-index-queueing",
          "tail-index-sharing");

  @Test
  void eachNameIsAcceptedByANodeThatHasAProfileAndATable() {
    Profile profile = Profile.of("a test", new double[][] {{1, 0.6}, {2, 1.1}, {30, 16}});
    IntervalTable table = IntervalTable.published("few-to-many-lucene");
    var choice =
        new NodePolicies(3, new Policies.Ingredients(Optional.of(profile), Optional.of(table)));
    for (String name : NAMES) {
      assertThat(CurtailSettings.POLICY.get(Settings.builder().put("curtail.policy", name).build()))
          .isEqualTo(name);
      assertThatCode(() -> choice.check(name)).as(name).doesNotThrowAnyException();
    }
  }

  @Test
  void aNodeStartsWithANameThatItsClusterStateKept(@TempDir Path home) throws Exception {
    TestNode before = TestNode.start(home, Settings.EMPTY);
    before
        .client()
        .admin()
        .cluster()
        .prepareUpdateSettings()
        .setPersistentSettings(Settings.builder().put("curtail.policy", "protected-3"))
        .get();
    before.stop();
    TestNode after = TestNode.start(home, Settings.EMPTY);
    try {
      // The node recovers its state after its start.
      Eventually.is("served by it", () -> after.figures().policy().equals("protected-3"));
    } finally {
      after.stop();
    }
  }
}
