package org.curtail.opensearch.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.settings.ClusterSettings;
import org.opensearch.common.settings.Settings;
import org.opensearch.threadpool.ThreadPool;

@Timeout(60)
class PreferredNodesTest {
  private final Settings node = Settings.builder().put("node.name", "n0").build();
  private final ThreadPool pool = new ThreadPool(node);
  private final ClusterSettings settings =
      new ClusterSettings(node, ClusterSettings.BUILT_IN_CLUSTER_SETTINGS);
  private final PreferredNodes near = PreferredNodes.of(new ClusterService(node, settings, pool));

  @AfterEach
  void close() {
    ThreadPool.terminate(pool, 10, TimeUnit.SECONDS);
  }

  @Test
  void searchesAreAwareOfAttributesIfBothSettingsSaySoAndFromThenOn() {
    Settings.Builder now =
        Settings.builder().put("cluster.routing.allocation.awareness.attributes", "rack,zone");
    settings.applySettings(now.build());
    assertThat(near.attributes().get()).isEmpty();
    settings.applySettings(now.put("cluster.search.ignore_awareness_attributes", false).build());
    assertThat(near.attributes().get()).containsExactly("rack", "zone");
    settings.applySettings(Settings.EMPTY);
    assertThat(near.attributes().get()).isEmpty();
  }
}
