/**
 * A plugin for OpenSearch 3.8: query phases of a node's shards gain threads while they run, on one
 * engine, where its policy says so. Answers are those of OpenSearch without it.
 *
 * <ul>
 *   <li>{@link org.curtail.opensearch.CurtailPlugin} is what OpenSearch loads.
 *   <li>{@link org.curtail.opensearch.CurtailSettings} are its settings.
 *   <li>{@link org.curtail.opensearch.ThreadAccounts} is what OpenSearch makes for it, by way of
 *       its {@link org.curtail.opensearch.TaskAccounts}.
 * </ul>
 *
 * <p><b>Inside.</b> Queries of shards come in by the {@code QueryGate}, before OpenSearch hands
 * them to its pool; if their shard is to be refreshed first, they wait for that ({@code
 * NodeShards}). The {@code WaitingLine} takes a place in the pool for each, by what the {@code
 * QueryTerms} say of it; it goes on when it has that, and gives it back when its answer leaves by
 * the {@code AnswerChannel}. Those that wait are the {@code WaitingQueries}. Meanwhile the {@code
 * ShardQueries} know it as a {@code ShardQuery}, whose {@code QueryTimes} are told of by the {@code
 * QueryPhases}; the {@code QueryCauses} add up what its time went to, and the {@code SlowLog}
 * writes slow ones down.
 *
 * <p>OpenSearch hands each query phase to the {@code EngineQueryPhase}. A {@code Route} says
 * whether the node's engine takes it; if not, OpenSearch searches as it always does. What the
 * engine takes is searched by an {@code EngineSearcher} with OpenSearch's own collectors: top hits
 * by {@link org.curtail.lucene.SharedSearch} in windows of documents, where {@code
 * ShardLeafSplitting} knows the collectors and {@code WorkUntilTimeout} keeps what was found when
 * the time is over; all else as {@code SliceWork}. What would have one thread there, or wait, is
 * OpenSearch's ({@code PlainSearches}). A {@code QueryRun} brings it to the engine, as {@code
 * CountedWork} whose helpers count to its task, and as {@code TimedWork}. A {@code NodeEngine}
 * holds the engine, which the settings may replace while searches run. Package {@code stats} shows
 * what it does.
 *
 * <p>Changes of settings come in by the {@code SettingsGate}. By which policies the node can serve,
 * the {@code PolicyChoice} says. What an index says of its searches are its {@code IndexTerms}.
 *
 * <p>The {@code Mode} says whether all this is used, or the engine is but an {@code
 * EngineExecutor}, since another plugin searches ({@code OtherSearchers}).
 */
@NullMarked
package org.curtail.opensearch;

import org.jspecify.annotations.NullMarked;
