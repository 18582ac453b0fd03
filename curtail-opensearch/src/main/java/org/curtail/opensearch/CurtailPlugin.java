package org.curtail.opensearch;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.curtail.opensearch.stats.RestExplain;
import org.curtail.opensearch.stats.RestStats;
import org.curtail.opensearch.stats.StatsAction;
import org.curtail.opensearch.stats.StatsSource;
import org.curtail.opensearch.stats.TransportStats;
import org.jspecify.annotations.Nullable;
import org.opensearch.action.ActionRequest;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.node.DiscoveryNodes;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.settings.ClusterSettings;
import org.opensearch.common.settings.IndexScopedSettings;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.settings.SettingsFilter;
import org.opensearch.common.util.concurrent.OpenSearchExecutors;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.env.Environment;
import org.opensearch.env.NodeEnvironment;
import org.opensearch.plugins.ActionPlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.plugins.SearchPlugin;
import org.opensearch.repositories.RepositoriesService;
import org.opensearch.rest.RestController;
import org.opensearch.rest.RestHandler;
import org.opensearch.script.ScriptService;
import org.opensearch.search.query.QueryPhaseSearcher;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.client.Client;
import org.opensearch.watcher.ResourceWatcherService;

/** What OpenSearch loads: one for a node. */
public final class CurtailPlugin extends Plugin implements SearchPlugin, ActionPlugin {
  private final boolean searches;
  private final int cores;
  private final RouteCounts counts = new RouteCounts();

  /** From {@link #createComponents} on; OpenSearch calls that before the first search. */
  private @Nullable NodeEngine engine;

  /** With the settings of the node's own file. */
  public CurtailPlugin(Settings settings) {
    searches = CurtailSettings.SEARCHER.get(settings);
    cores = OpenSearchExecutors.allocatedProcessors(settings);
  }

  @Override
  public List<Setting<?>> getSettings() {
    return CurtailSettings.all();
  }

  @Override
  public Optional<QueryPhaseSearcher> getQueryPhaseSearcher() {
    return searches ? Optional.of(new EngineQueryPhase(this::started, counts)) : Optional.empty();
  }

  private NodeEngine started() {
    return Objects.requireNonNull(engine, "no search before the node has its components");
  }

  @Override
  public Collection<Object> createComponents(
      Client client,
      ClusterService clusterService,
      ThreadPool threadPool,
      ResourceWatcherService resourceWatcherService,
      ScriptService scriptService,
      NamedXContentRegistry xContentRegistry,
      Environment environment,
      NodeEnvironment nodeEnvironment,
      NamedWriteableRegistry namedWriteableRegistry,
      IndexNameExpressionResolver indexNameExpressionResolver,
      Supplier<RepositoriesService> repositoriesServiceSupplier) {
    ClusterSettings settings = clusterService.getClusterSettings();
    var started =
        new NodeEngine(
            cores,
            settings.get(CurtailSettings.ENABLED),
            settings.get(CurtailSettings.POLICY),
            threadPool.generic());
    engine = started;
    settings.addSettingsUpdateConsumer(CurtailSettings.ENABLED, started::enabled);
    settings.addSettingsUpdateConsumer(CurtailSettings.POLICY, started::policy);
    return List.of(new StatsSource(() -> EngineFigures.of(started, counts)));
  }

  @Override
  public List<ActionHandler<? extends ActionRequest, ? extends ActionResponse>> getActions() {
    return List.of(new ActionHandler<>(StatsAction.INSTANCE, TransportStats.class));
  }

  @Override
  public List<RestHandler> getRestHandlers(
      Settings settings,
      RestController restController,
      ClusterSettings clusterSettings,
      IndexScopedSettings indexScopedSettings,
      SettingsFilter settingsFilter,
      IndexNameExpressionResolver indexNameExpressionResolver,
      Supplier<DiscoveryNodes> nodesInCluster) {
    return List.of(new RestStats(), new RestExplain());
  }

  @Override
  public void close() {
    if (engine != null) {
      engine.close();
    }
  }
}
