package org.curtail.opensearch.hedge;

/**
 * Components that all hedged queries of a node share.
 *
 * @param transport access to other nodes
 * @param copies chooses copies of shards
 * @param parked running attempts of failed queries
 * @param counts counts of events
 */
record HedgeComponents(
    QueryTransport transport, QueryCopies copies, ParkedQueries parked, HedgeCounts counts) {}
