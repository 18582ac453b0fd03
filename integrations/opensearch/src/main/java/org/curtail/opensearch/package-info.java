/**
 * A plugin for OpenSearch 3.8: query phases of a node's shards gain threads while they run, on one
 * engine, as its policy decides. Results are those of OpenSearch without the plugin.
 *
 * <ul>
 *   <li>{@link org.curtail.opensearch.CurtailPlugin} is the plugin that OpenSearch loads.
 *   <li>{@link org.curtail.opensearch.CurtailSettings} are its settings.
 *   <li>{@link org.curtail.opensearch.ThreadAccounts} is created by OpenSearch and connects itself
 *       to the plugin's {@link org.curtail.opensearch.TaskAccounts}.
 * </ul>
 *
 * <p><b>Inside.</b> The {@code QueryInterceptor} receives queries of shards before OpenSearch gives
 * them to its pool. If their shard needs a refresh first, they wait for that ({@code NodeShards}).
 * The {@code AdmissionQueue} takes a place in the pool for each, by its {@code QueryOptions}; the
 * place is free again when the response is sent through the {@code NotifyingChannel}. Waiting
 * queries are in {@code WaitingQueries}. {@code ShardQueries} holds each as a {@code ShardQuery};
 * {@code QueryPhases} reports to its {@code QueryTimes}; {@code QueryCauses} adds up the causes of
 * its latency, and {@code SlowLog} logs slow ones.
 *
 * <p>OpenSearch gives each query phase to the {@code EngineQueryPhase}. A {@code Route} decides if
 * the node's engine runs it; if not, OpenSearch searches as usual. An {@code EngineSearcher}
 * searches on the engine with OpenSearch's own collectors. It searches top hits by {@link
 * org.curtail.lucene.SharedSearch} in windows of documents; a timeout keeps the hits found so far.
 * {@code ShardLeafSplitting} knows the collectors of such searches. Other searches are {@code
 * SliceWork}. OpenSearch itself serves queries that would have one thread or wait ({@code
 * PlainSearches}). An {@code EngineRun} brings a query to the engine, counts helper threads to its
 * task and reports its timeline. {@code NodeEngine} holds the engine, which the settings may
 * replace while searches run. Package {@code stats} shows its figures.
 *
 * <p>The {@code PolicySettingFilter} checks changes of settings against the {@code NodePolicies}.
 *
 * <p>The {@code Mode} decides if all this is used, or only the {@code EngineExecutor}, because
 * another plugin searches ({@code OtherSearchers}).
 */
@NullMarked
package org.curtail.opensearch;

import org.jspecify.annotations.NullMarked;
