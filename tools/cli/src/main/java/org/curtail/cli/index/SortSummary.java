package org.curtail.cli.index;

/**
 * A sorted copy that was made of an index.
 *
 * @param folder where it is
 * @param documents Lucene documents copied
 * @param deleted deleted ones left out
 * @param staticRank the static ranks by which it is sorted
 * @param segments number of segments
 * @param indexBytes size of its files
 * @param seconds time it took
 */
public record SortSummary(
    String folder,
    long documents,
    long deleted,
    RankSummary staticRank,
    int segments,
    long indexBytes,
    double seconds) {}
