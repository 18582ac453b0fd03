package org.curtail.opensearch;

import org.curtail.opensearch.hedge.ShardHedging;
import org.opensearch.common.util.concurrent.ThreadContext;

/**
 * What the plugin has on a node, once OpenSearch has made that.
 *
 * @param engine which all its shards share
 * @param line of queries that wait for a thread of OpenSearch's pool
 * @param queries that are here now
 * @param terms what is said of queries
 * @param causes what queries spent their time on
 * @param plain searches that OpenSearch serves in the engine's place
 * @param accounts of the threads that help them
 * @param context of what its threads do, such as the headers of requests
 * @param hedging of queries that this node sends to shards
 */
record NodeParts(
    NodeEngine engine,
    WaitingLine line,
    ShardQueries queries,
    QueryTerms terms,
    QueryCauses causes,
    PlainSearches plain,
    TaskAccounts accounts,
    ThreadContext context,
    ShardHedging hedging) {}
