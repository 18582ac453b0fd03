/**
 * A plugin for OpenSearch 3.8: the query phases of a node's shards run on one engine, and gain
 * threads while they run. Answers are those of OpenSearch without it.
 *
 * <ul>
 *   <li>{@link org.curtail.opensearch.CurtailPlugin} is what OpenSearch loads.
 *   <li>{@link org.curtail.opensearch.CurtailSettings} are its settings.
 * </ul>
 *
 * <p><b>Inside.</b> OpenSearch hands each query phase to the {@code EngineQueryPhase}. A {@code
 * Route} says whether the node's engine takes it; if not, OpenSearch searches as it always does.
 * What the engine takes is searched by an {@code EngineSearcher} with OpenSearch's own collectors:
 * top hits by {@link org.curtail.lucene.SharedSearch} in windows of documents, where {@code
 * ShardLeafSplitting} knows the collectors and {@code WorkUntilTimeout} keeps what was found when
 * the time is over; all else as {@code SliceWork}. A {@code NodeEngine} holds the engine, which the
 * settings may replace while searches run. Package {@code stats} shows what it does.
 */
@NullMarked
package org.curtail.opensearch;

import org.jspecify.annotations.NullMarked;
