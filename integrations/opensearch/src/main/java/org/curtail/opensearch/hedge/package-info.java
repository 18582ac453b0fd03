/**
 * Hedged queries of shards. A late query is also sent to another copy of its shard, and the first
 * response counts. {@code org.curtail.hedge} learns a policy for each index.
 *
 * <ul>
 *   <li>{@link org.curtail.opensearch.hedge.ShardHedging} is the entry point, one per node.
 *   <li>{@link org.curtail.opensearch.hedge.HedgedSender} intercepts the node's queries.
 *   <li>{@link org.curtail.opensearch.hedge.NodeTransport} connects to OpenSearch's services.
 *   <li>{@link org.curtail.opensearch.hedge.HedgeSettings} are its settings.
 * </ul>
 *
 * <p><b>Inside.</b> {@code QueryRules} decide which queries may be hedged, with an {@code
 * UnhedgedReason} if not. {@code QueryCopies} choose the other node, first among {@code
 * PreferredNodes}. {@code Hedges} holds a hedge for each index and kind of query. A {@code
 * HedgedQuery} sends {@code QueryAttempt}s and chooses the response. A response from another node
 * than the first becomes a {@code RedirectedResult}, so that documents are fetched from the node
 * with the context. A {@code CancelQueryRequest} cancels the loser; if it responds anyway, its
 * context is freed.
 *
 * <p>If the first attempt fails, so does the query, since OpenSearch then tries the next copy. A
 * running attempt becomes a {@code ParkedQuery}, and the response of that try if it goes to the
 * same node. Parked attempts are discarded when their shard has a response, and swept when their
 * search is over.
 */
@NullMarked
package org.curtail.opensearch.hedge;

import org.jspecify.annotations.NullMarked;
