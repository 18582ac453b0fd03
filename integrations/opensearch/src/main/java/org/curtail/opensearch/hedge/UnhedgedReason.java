package org.curtail.opensearch.hedge;

/** Reasons not to hedge a query of a shard. */
enum UnhedgedReason {
  /** The search belongs to another node, so its end is not seen. */
  OTHER_NODES_SEARCH,

  /** It reads a point in time, which is on one copy. */
  POINT_IN_TIME,

  /** Further pages go to the copy that had the first. */
  SCROLL,

  /** The shard belongs to another cluster. */
  REMOTE_CLUSTER,

  /** The request names the copies that it wants. */
  PREFERENCE,

  /** Another plugin has prepared the thread context for one receiver. */
  DECORATED,

  /** The response comes in pieces. */
  STREAM,

  /** Weights decide which copies are asked. */
  WEIGHTED_ROUTING,

  /** A setting of the index disables it. */
  INDEX_SETTING,

  /** OpenSearch asks primaries of such an index. */
  REMOTE_SNAPSHOT,

  /** OpenSearch asks primaries of such an index first. */
  WARM_INDEX,

  /** The shard has no other usable copy. */
  NO_OTHER_COPY,

  /** The maximum number of indexes is hedged already. */
  TOO_MANY_INDEXES
}
