package org.curtail.cli.index;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.curtail.cli.documents.Skipped;
import org.jspecify.annotations.Nullable;

/**
 * Summary of a new index.
 *
 * @param folder folder of the index
 * @param documents documents read
 * @param passages Lucene documents written; as many as documents if they were left whole
 * @param textCharacters characters of the documents' bodies
 * @param segments number of segments
 * @param indexBytes size of its files
 * @param skipped lines and files that the source left out
 * @param staticRank the static ranks by which it is sorted, if it is
 * @param seconds time taken
 */
public record IndexSummary(
    String folder,
    long documents,
    long passages,
    long textCharacters,
    int segments,
    long indexBytes,
    Skipped skipped,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable RankSummary staticRank,
    double seconds) {}
