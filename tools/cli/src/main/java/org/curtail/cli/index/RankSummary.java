package org.curtail.cli.index;

/**
 * Summary of the static ranks of an index.
 *
 * @param kind label of their {@link RankKind}
 * @param greatest the greatest
 * @param median the lower one of the two in the middle for an even number of documents; each
 *     document counts once, in a re-sorted index each Lucene document
 */
public record RankSummary(String kind, double greatest, double median) {}
