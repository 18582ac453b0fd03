package org.curtail.cli.querylog;

import org.apache.lucene.search.Query;

/**
 * A query of a log.
 *
 * @param id the log's own, or the number of its line
 * @param text as the log has it
 * @param query for the search
 */
public record LoggedQuery(String id, String text, Query query) {}
