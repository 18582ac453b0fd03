package org.curtail.opensearch;

import org.curtail.opensearch.hedge.ShardHedging;
import org.curtail.opensearch.kinds.SearchCosts;
import org.opensearch.common.util.concurrent.ThreadContext;

/**
 * The plugin's components on a node, created after OpenSearch's own.
 *
 * @param engine shared by all shards of the node
 * @param admission queue of queries that wait for a thread of OpenSearch's pool
 * @param queries queries on this node now
 * @param costs costs of searches, by kind
 * @param options options of queries
 * @param causes causes of the queries' latency
 * @param plain searches that OpenSearch serves instead of the engine
 * @param accounts CPU accounts of helper threads
 * @param context thread context, such as headers of requests
 * @param hedging hedging of queries that this node sends to shards
 */
record NodeComponents(
    NodeEngine engine,
    AdmissionQueue admission,
    ShardQueries queries,
    SearchCosts costs,
    QueryOptions options,
    QueryCauses causes,
    PlainSearches plain,
    TaskAccounts accounts,
    ThreadContext context,
    ShardHedging hedging) {}
