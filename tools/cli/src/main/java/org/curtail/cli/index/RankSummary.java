package org.curtail.cli.index;

/**
 * Summary of the static ranks of an index.
 *
 * @param kind label of their {@link RankKind}
 * @param greatest the greatest
 * @param median of an even number of documents the lower of the two in the middle; each document
 *     counts once, in a re-sorted index each Lucene document
 */
public record RankSummary(String kind, double greatest, double median) {}
