package org.curtail.opensearch.hedge;

/**
 * What all hedged queries of a node share.
 *
 * @param transport to other nodes
 * @param copies of shards
 * @param parked attempts of queries that have failed
 * @param counts of what happens
 */
record HedgeParts(
    QueryTransport transport, QueryCopies copies, ParkedQueries parked, HedgeCounts counts) {}
