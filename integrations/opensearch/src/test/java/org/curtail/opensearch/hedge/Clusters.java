package org.curtail.opensearch.hedge;

import java.util.HashSet;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.settings.ClusterSettings;
import org.opensearch.common.settings.Settings;
import org.opensearch.threadpool.ThreadPool;

/** OpenSearch's cluster services, without a cluster. */
final class Clusters {
  private Clusters() {}

  /** Not started: its state is the given one. */
  static ClusterService service(ThreadPool pool, ClusterState state) {
    var known = new HashSet<>(ClusterSettings.BUILT_IN_CLUSTER_SETTINGS);
    HedgeSettings.all().stream().filter(setting -> !setting.hasIndexScope()).forEach(known::add);
    Settings settings = Settings.builder().put("node.name", "n0").build();
    var service = new ClusterService(settings, new ClusterSettings(settings, known), pool);
    service.getClusterApplierService().setInitialState(state);
    return service;
  }
}
