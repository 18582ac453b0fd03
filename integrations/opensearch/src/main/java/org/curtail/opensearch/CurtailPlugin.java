package org.curtail.opensearch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.curtail.opensearch.hedge.HedgedSender;
import org.curtail.opensearch.hedge.NodeTransport;
import org.curtail.opensearch.hedge.SearchHeadersFilter;
import org.curtail.opensearch.hedge.ShardHedging;
import org.curtail.opensearch.kinds.SearchCosts;
import org.curtail.opensearch.stats.RestCat;
import org.curtail.opensearch.stats.RestPart;
import org.curtail.opensearch.stats.RestStats;
import org.curtail.opensearch.stats.StatsAction;
import org.curtail.opensearch.stats.StatsSource;
import org.curtail.opensearch.stats.TransportStats;
import org.jspecify.annotations.Nullable;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.support.ActionFilter;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.node.DiscoveryNodes;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.lifecycle.LifecycleComponent;
import org.opensearch.common.settings.ClusterSettings;
import org.opensearch.common.settings.IndexScopedSettings;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.settings.SettingsFilter;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.common.util.concurrent.OpenSearchExecutors;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.env.Environment;
import org.opensearch.env.NodeEnvironment;
import org.opensearch.index.IndexModule;
import org.opensearch.plugins.ActionPlugin;
import org.opensearch.plugins.NetworkPlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.plugins.SearchPlugin;
import org.opensearch.repositories.RepositoriesService;
import org.opensearch.rest.RestController;
import org.opensearch.rest.RestHandler;
import org.opensearch.rest.RestHeaderDefinition;
import org.opensearch.script.ScriptService;
import org.opensearch.search.query.QueryPhaseSearcher;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportInterceptor;
import org.opensearch.transport.client.Client;
import org.opensearch.watcher.ResourceWatcherService;

/** The plugin that OpenSearch loads, one per node. */
public final class CurtailPlugin extends Plugin
    implements SearchPlugin, ActionPlugin, NetworkPlugin {
  private static final Logger LOG = LogManager.getLogger(CurtailPlugin.class);

  /** Interval of writing what the policy has learned; a killed node loses at most this much. */
  private static final TimeValue SAVE_INTERVAL = TimeValue.timeValueMinutes(10);

  private final Mode mode;
  private final NodePolicies policies;
  private final RouteCounts counts = new RouteCounts();
  private final ShardQueries queries = new ShardQueries();
  private final QueryCauses causes = new QueryCauses();
  private final TaskAccounts accounts = new TaskAccounts();
  private final NodeShards shards = new NodeShards();

  /** Set by {@link #createComponents}, which OpenSearch calls before the first search. */
  private @Nullable NodeComponents node;

  /** Writes the kinds of searches to their file. */
  private Runnable saveKinds = () -> {};

  /**
   * Reads the settings of the node's own file.
   *
   * @param config the node's configuration folder
   * @throws IllegalArgumentException if the node cannot use the policy of the settings, or a file
   *     named there is invalid
   */
  public CurtailPlugin(Settings settings, Path config) {
    Optional<String> other =
        OtherSearchers.installed(new Environment(settings, config).pluginsDir());
    mode = Mode.of(CurtailSettings.MODE.get(settings), other);
    policies = NodePolicies.of(OpenSearchExecutors.allocatedProcessors(settings), settings, config);
    policies.check(CurtailSettings.POLICY.get(settings));
    LOG.info(
        "mode {}: {}{}",
        mode.label(),
        mode.meaning(),
        other.map(name -> "; plugin " + name + " may search in OpenSearch's place").orElse(""));
  }

  @Override
  public List<Setting<?>> getSettings() {
    return CurtailSettings.all();
  }

  @Override
  public Optional<QueryPhaseSearcher> getQueryPhaseSearcher() {
    return mode == Mode.SEARCHER
        ? Optional.of(new EngineQueryPhase(this::started, counts))
        : Optional.empty();
  }

  @Override
  public Optional<ExecutorServiceProvider> getIndexSearcherExecutorProvider() {
    return mode == Mode.EXECUTOR
        ? Optional.of(pool ->
            new EngineExecutor(
                () -> started().engine(),
                pool.getThreadContext(),
                accounts,
                pool.executor(ThreadPool.Names.INDEX_SEARCHER)))
        : Optional.empty();
  }

  @Override
  public List<TransportInterceptor> getTransportInterceptors(
      NamedWriteableRegistry namedWriteableRegistry, ThreadContext threadContext) {
    return List.of(
        new QueryInterceptor(this::started, shards), new HedgedSender(() -> started().hedging()));
  }

  @Override
  public Collection<RestHeaderDefinition> getRestHeaders() {
    return List.of(new RestHeaderDefinition(QueryOptions.HEADER, false));
  }

  @Override
  public void onIndexModule(IndexModule indexModule) {
    indexModule.addSearchOperationListener(new QueryPhases(this::started));
    indexModule.addIndexEventListener(shards);
  }

  @Override
  public Collection<Class<? extends LifecycleComponent>> getGuiceServiceClasses() {
    return List.of(ThreadAccounts.class, NodeTransport.class);
  }

  private NodeComponents started() {
    return Objects.requireNonNull(node, "no search before the node has its components");
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
    var engine =
        new NodeEngine(
            policies,
            LearnedFile.of(nodeEnvironment),
            threadPool.info(ThreadPool.Names.SEARCH).getMax(),
            settings.get(CurtailSettings.ENABLED),
            settings.get(CurtailSettings.POLICY),
            threadPool.generic());
    var costs = new SearchCosts(policies.cores());
    LearnedFile kinds = LearnedFile.ofKinds(nodeEnvironment);
    readKinds(costs, kinds);
    saveKinds = () -> kinds.write(costs.text());
    var admission =
        new AdmissionQueue(
            () -> mode == Mode.SEARCHER && engine.isEnabled(),
            accounts,
            SearchPool.of(threadPool, settings),
            costs,
            threadPool,
            settings.get(CurtailSettings.ADMISSION),
            settings.get(CurtailSettings.WAITING),
            settings.get(CurtailSettings.TIMEOUT));
    ThreadContext context = threadPool.getThreadContext();
    var options =
        new QueryOptions(
            context, clusterService::state, settings.get(CurtailSettings.CLASS_HEADER));
    var hedging = ShardHedging.start(clusterService);
    var all =
        new NodeComponents(
            engine,
            admission,
            queries,
            costs,
            options,
            causes,
            new PlainSearches(),
            accounts,
            context,
            hedging);
    node = all;
    threadPool.scheduleWithFixedDelay(engine::save, SAVE_INTERVAL, ThreadPool.Names.GENERIC);
    threadPool.scheduleWithFixedDelay(saveKinds, SAVE_INTERVAL, ThreadPool.Names.GENERIC);
    causes.slowFrom(settings.get(CurtailSettings.SLOW));
    settings.addSettingsUpdateConsumer(CurtailSettings.ENABLED, engine::enabled);
    settings.addSettingsUpdateConsumer(CurtailSettings.POLICY, engine::policy);
    settings.addSettingsUpdateConsumer(CurtailSettings.ADMISSION, admission::open);
    settings.addSettingsUpdateConsumer(CurtailSettings.WAITING, admission::maxWaiting);
    settings.addSettingsUpdateConsumer(CurtailSettings.TIMEOUT, admission::timeout);
    settings.addSettingsUpdateConsumer(CurtailSettings.SLOW, causes::slowFrom);
    settings.addSettingsUpdateConsumer(CurtailSettings.CLASS_HEADER, options::useHeader);
    return List.of(new StatsSource(() -> EngineFigures.of(mode, all, counts)), accounts, hedging);
  }

  private static void readKinds(SearchCosts costs, LearnedFile file) {
    String text = file.read();
    try {
      if (!text.isEmpty()) {
        costs.read(text);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // the file has been checked
    }
  }

  @Override
  public List<ActionHandler<? extends ActionRequest, ? extends ActionResponse>> getActions() {
    return List.of(new ActionHandler<>(StatsAction.INSTANCE, TransportStats.class));
  }

  @Override
  public List<ActionFilter> getActionFilters() {
    return List.of(
        new PolicySettingFilter(policies),
        new SearchHeadersFilter(() -> started().context(), () -> started().hedging().isOn()));
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
    var handlers = new ArrayList<RestHandler>(RestPart.all());
    handlers.addAll(RestCat.all());
    handlers.add(new RestStats());
    return handlers;
  }

  @Override
  public void close() {
    if (node != null) {
      node.hedging().close();
      node.admission().close();
      node.engine().close();
      saveKinds.run();
    }
  }
}
