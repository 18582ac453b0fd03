package org.curtail.lucene.ranked;

/**
 * The outcome of a recorded search, replayed without an engine.
 *
 * @param hits what it found and visited
 * @param nanos from its begin until its last thread ended, in nanoseconds
 */
public record ReplayedSearch(RankedHits hits, long nanos) {}
