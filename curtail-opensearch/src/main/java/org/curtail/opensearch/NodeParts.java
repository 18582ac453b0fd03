package org.curtail.opensearch;

import org.curtail.opensearch.hedge.ShardHedging;
import org.opensearch.common.util.concurrent.ThreadContext;

/**
 * What the plugin has on a node, once OpenSearch has made that.
 *
 * @param engine which all its shards share
 * @param line of queries that wait for a place on it
 * @param queries that are here now
 * @param terms what is said of queries
 * @param causes what queries spent their time on
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
    TaskAccounts accounts,
    ThreadContext context,
    ShardHedging hedging) {}
