package org.curtail.opensearch;

import java.util.Locale;

/** What a shard's query spends its time on, in order. */
enum Cause {
  /** Waiting until the engine has a place for it. */
  ADMISSION,
  /** Waiting for a thread of OpenSearch's pool, and what OpenSearch does before the query phase. */
  POOL_QUEUE,
  /** Having no thread on the engine, which serves others in its place. */
  ENGINE,
  /** Its threads do not compute: they wait for a core, a disk or a lock. */
  OFF_CPU,
  /** Searching. */
  SEARCH,
  /** The rest of the query phase: aggregations are put together, hits rescored. */
  COLLECT,
  /** Loading the documents that are returned. */
  FETCH,
  /** All else, until the answer leaves. */
  OTHER;

  /** As in statistics and logs. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
