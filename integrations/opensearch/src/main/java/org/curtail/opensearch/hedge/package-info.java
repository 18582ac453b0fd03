/**
 * Hedged queries of shards: one that is late is sent to another copy of its shard, by what {@code
 * org.curtail.hedge} learns of its index, and the first answer counts.
 *
 * <ul>
 *   <li>{@link org.curtail.opensearch.hedge.ShardHedging} is the entry, one for a node.
 *   <li>{@link org.curtail.opensearch.hedge.HedgedSender} brings it what the node sends.
 *   <li>{@link org.curtail.opensearch.hedge.NodeTransport} is made by OpenSearch and knows its
 *       services.
 *   <li>{@link org.curtail.opensearch.hedge.HedgeSettings} are its settings.
 * </ul>
 *
 * <p><b>Inside.</b> The {@code QueryRules} say which queries may be hedged, and else {@code
 * WhyNot}; the {@code QueryCopies} say where to, to {@code NearNodes} first. {@code Hedges} holds a
 * hedge for each index and kind of query. A {@code HedgedQuery} sends {@code QueryAttempt}s and
 * decides which is the answer: as OpenSearch has it if the first node gave it, else as a {@code
 * MovedResult}, so that documents are fetched from the node that has the context. Who loses is told
 * by a {@code CancelQueryRequest}; if its answer comes all the same, its context is freed.
 *
 * <p>If the first attempt fails, so does the query, since OpenSearch then tries the next copy. An
 * attempt that is under way becomes a {@code ParkedQuery}, and the answer of that try if it goes to
 * the same node. What is parked when its shard has an answer is discarded, and what is parked when
 * its search is over is swept away.
 */
@NullMarked
package org.curtail.opensearch.hedge;

import org.jspecify.annotations.NullMarked;
