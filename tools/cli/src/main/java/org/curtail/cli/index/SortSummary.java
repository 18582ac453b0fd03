package org.curtail.cli.index;

/**
 * Summary of a sorted copy of an index.
 *
 * @param folder folder of the copy
 * @param documents copied Lucene documents
 * @param deleted deleted documents, which were left out
 * @param staticRank the static ranks by which it is sorted
 * @param segments number of segments
 * @param indexBytes size of its files
 * @param seconds time taken
 */
public record SortSummary(
    String folder,
    long documents,
    long deleted,
    RankSummary staticRank,
    int segments,
    long indexBytes,
    double seconds) {}
