package org.curtail.lucene.ranked;

/**
 * Outcome of a replay without an engine.
 *
 * @param hits the hits and visited chunks
 * @param nanos time from its begin until its last thread ended, in nanoseconds
 */
public record ReplayedSearch(RankedHits hits, long nanos) {}
