package org.curtail.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.curtail.policies.Policies;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.opensearch.common.settings.Settings;

/** A policy may be too much for a node with few cores, and right for its cluster. */
@Timeout(300)
class PolicyOfFewCoresTest {
  @Test
  void aNodeKeepsThePolicyThatItHad() {
    try (var engine =
        new NodeEngine(
            new NodePolicies(1, Policies.Ingredients.NONE),
            LearnedFile.NONE,
            4,
            true,
            "sequential",
            Runnable::run)) {
      engine.policy("fixed-65");
      assertThat(engine.policy()).isEqualTo("sequential");
      assertThat(engine.running().policy().maxDegree()).isEqualTo(1);
      engine.policy("fixed-64");
      assertThat(engine.policy()).isEqualTo("fixed-64");
    }
  }

  @Test
  void aNodeDoesNotStartIfItsOwnFileSaysSo(@TempDir Path home) {
    Settings settings =
        Settings.builder()
            .put("path.home", home)
            .put("node.processors", 1)
            .put("curtail.policy", "fixed-65")
            .build();
    assertThatThrownBy(() -> new CurtailPlugin(settings, home))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "[curtail.policy]: 'fixed-65' wants 65 threads on 1 cores, expected at most 64 per core");
  }
}
