package org.curtail.opensearch.hedge;

/** Why a query of a shard is not hedged. */
enum WhyNot {
  /** The search is not one of this node, so its end is not seen. */
  OTHER_NODES_SEARCH,

  /** It reads a point in time, of which there is one. */
  POINT_IN_TIME,

  /** Further pages go to the copy that had the first. */
  SCROLL,

  /** The shard is one of another cluster. */
  REMOTE_CLUSTER,

  /** The request says which copies it wants. */
  PREFERENCE,

  /** Another plugin has prepared the thread context for one receiver. */
  DECORATED,

  /** The answer comes in pieces. */
  STREAM,

  /** Weights say which copies are asked. */
  WEIGHTED_ROUTING,

  /** A setting of the index says so. */
  INDEX_SETTING,

  /** OpenSearch asks primaries of such an index. */
  REMOTE_SNAPSHOT,

  /** OpenSearch asks primaries of such an index first. */
  WARM_INDEX,

  /** The shard has no other copy that may be asked. */
  NO_OTHER_COPY,

  /** As many indexes are hedged as can be. */
  TOO_MANY_INDEXES
}
