package org.curtail.opensearch.hedge;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.curtail.hedge.Hedge;
import org.curtail.hedge.HedgeMetrics;
import org.curtail.opensearch.hedge.Hedges.Kind;
import org.curtail.opensearch.stats.HedgingFigures;
import org.curtail.reissue.Reissue;
import org.jspecify.annotations.Nullable;
import org.opensearch.cluster.ClusterChangedEvent;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.ClusterStateListener;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.settings.ClusterSettings;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.index.Index;
import org.opensearch.core.transport.TransportResponse;
import org.opensearch.search.internal.ShardSearchRequest;
import org.opensearch.transport.Transport.Connection;
import org.opensearch.transport.TransportInterceptor.AsyncSender;
import org.opensearch.transport.TransportRequestOptions;
import org.opensearch.transport.TransportResponseHandler;

/**
 * Sends late queries of shards to another copy and takes the first response. One per node, for all
 * searches that arrive there. Safe for all threads.
 */
public final class ShardHedging implements ClusterStateListener {
  private final Supplier<ClusterState> state;
  private final PreferredNodes near;
  private final NodeJoinTimes arrivals = new NodeJoinTimes();
  private final HedgeCounts counts = new HedgeCounts();
  private final ParkedQueries parked = new ParkedQueries();
  private final Hedges hedges;

  /** Null until OpenSearch has created the transport. */
  private volatile @Nullable HedgeComponents parts;

  private ShardHedging(
      Supplier<ClusterState> state, PreferredNodes near, HedgeGoal goal, boolean isEnabled) {
    this.state = state;
    this.near = near;
    hedges = new Hedges(goal, counts, System::nanoTime);
    hedges.open(isEnabled);
  }

  /** Starts hedging with the settings of a node, and follows their changes. */
  public static ShardHedging start(ClusterService cluster) {
    ClusterSettings settings = cluster.getClusterSettings();
    var goal =
        new HedgeGoal(
            settings.get(HedgeSettings.PERCENTILE),
            settings.get(HedgeSettings.BUDGET),
            duration(settings.get(HedgeSettings.LEAST_DELAY)));
    var hedging =
        new ShardHedging(
            cluster::state, PreferredNodes.of(cluster), goal, settings.get(HedgeSettings.ENABLED));
    Hedges hedges = hedging.hedges;
    // Running queries continue as they began.
    settings.addSettingsUpdateConsumer(HedgeSettings.ENABLED, hedges::open);
    settings.addSettingsUpdateConsumer(
        HedgeSettings.PERCENTILE, to -> hedges.goal(hedges.goal().withPercentile(to)));
    settings.addSettingsUpdateConsumer(
        HedgeSettings.BUDGET, to -> hedges.goal(hedges.goal().withBudget(to)));
    settings.addSettingsUpdateConsumer(
        HedgeSettings.LEAST_DELAY, to -> hedges.goal(hedges.goal().withLeastDelay(duration(to))));
    cluster.addListener(hedging);
    return hedging;
  }

  private static Duration duration(TimeValue time) {
    return Duration.ofNanos(time.nanos());
  }

  /** True while queries may be hedged. */
  public boolean isOn() {
    return hedges.isOpen();
  }

  void connect(QueryTransport transport) {
    parts =
        new HedgeComponents(
            transport, new QueryCopies(state, arrivals, near, transport), parked, counts);
  }

  @Override
  public void clusterChanged(ClusterChangedEvent event) {
    arrivals.clusterChanged(event);
    for (Index index : event.indicesDeleted()) {
      hedges.forget(index);
    }
  }

  /** Sends a query of a shard, hedged if allowed. */
  <T extends TransportResponse> void send(
      AsyncSender sender,
      Connection connection,
      String action,
      ShardSearchRequest request,
      TransportRequestOptions options,
      TransportResponseHandler<T> handler) {
    String nodeId = connection.getNode().getId();
    ParkedQuery running = parked.take(request, nodeId);
    if (running != null) {
      counts.events.add(HedgeCounts.Event.ADOPTED);
      running.adoptedBy(handler);
      return;
    }
    HedgeComponents made = parts;
    Hedge hedge = hedges.isOpen() && made != null ? hedge(made, request, options, nodeId) : null;
    if (made == null || hedge == null) {
      var alone = UnhedgedHandler.after(parked, request, handler);
      sender.sendRequest(connection, action, request, options, alone);
    } else {
      new HedgedQuery<>(made, sender, connection, action, request, options, handler).sendBy(hedge);
    }
  }

  private @Nullable Hedge hedge(
      HedgeComponents made,
      ShardSearchRequest request,
      TransportRequestOptions options,
      String nodeId) {
    UnhedgedReason why = QueryRules.unhedgedReason(request, options, state.get());
    if (why == null && !made.copies().hasOther(request, nodeId)) {
      why = UnhedgedReason.NO_OTHER_COPY;
    }
    if (why == null && made.transport().isDecorated()) {
      why = UnhedgedReason.DECORATED;
    }
    Hedge hedge = null;
    if (why == null) {
      hedge = hedges.of(new Kind(request.shardId().getIndex(), request.numberOfShards() == 1));
      why = hedge == null ? UnhedgedReason.TOO_MANY_INDEXES : null;
    }
    if (why != null) {
      counts.unhedged.add(why);
    }
    return hedge;
  }

  /** Frees what is no longer needed; called regularly. */
  void sweep() {
    hedges.sweep();
    HedgeComponents made = parts;
    if (made != null) {
      parked.sweep(search -> made.transport().search(search) == null);
    }
  }

  /** Counts, and the learned policies. */
  public HedgingFigures figures() {
    var learned = new LinkedHashMap<String, HedgingFigures.Learned>();
    hedges.byName().forEach((name, hedge) -> learned.put(name, learned(hedge)));
    return new HedgingFigures(
        hedges.isOpen(),
        counts.events.byName(),
        counts.suppressed.byName(),
        counts.unhedged.byName(),
        learned);
  }

  private static HedgingFigures.Learned learned(Hedge hedge) {
    HedgeMetrics metrics = hedge.metrics();
    List<Reissue> policy = metrics.gauges().policy().reissues();
    return new HedgingFigures.Learned(
        metrics.counts().calls(),
        metrics.counts().sent(),
        metrics.counts().won(),
        policy.isEmpty() ? -1 : policy.getFirst().delayMillis(),
        policy.isEmpty() ? 0 : policy.getFirst().probability(),
        millis(metrics.with(), 50),
        millis(metrics.with(), 99),
        millis(metrics.without(), 99));
  }

  private static double millis(HedgeMetrics.CallTimes times, double percentile) {
    return times.count() == 0 ? 0 : times.percentileNanos(percentile) / 1e6;
  }

  /** Describes the current state and its reasons. */
  public List<String> explanation() {
    if (!hedges.isOpen()) {
      return List.of("Hedging is off: a query of a shard goes to one copy.");
    }
    HedgeGoal goal = hedges.goal();
    var lines = new ArrayList<String>();
    lines.add(
        String.format(
            Locale.ROOT,
            "Hedging is on: late queries of shards are also sent to another copy, at most %.1f in 100, to minimize p%s.",
            100 * goal.budget(),
            goal.percentile()));
    hedges.byName().values().forEach(hedge -> hedge.explain().lines().forEach(lines::add));
    return lines;
  }

  /** Sends no further copies. */
  public void close() {
    hedges.close();
  }
}
