package org.curtail.opensearch;

import java.util.Locale;

/** Causes of a shard query's latency, in order. */
enum Cause {
  /** Waiting for a place on the engine. */
  ADMISSION,
  /** Waiting for a thread of OpenSearch's pool, and OpenSearch's work before the query phase. */
  POOL_QUEUE,
  /** Waiting for a thread of the engine, which serves other searches first. */
  ENGINE,
  /** Threads that do not compute: they wait for a core, a disk or a lock. */
  OFF_CPU,
  /** Search. */
  SEARCH,
  /** The rest of the query phase: reducing aggregations, rescoring hits. */
  COLLECT,
  /** Loading the returned documents. */
  FETCH,
  /** Everything else, until the response is sent. */
  OTHER;

  /** Name in statistics and logs. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
