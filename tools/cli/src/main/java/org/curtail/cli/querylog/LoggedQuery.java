package org.curtail.cli.querylog;

import org.apache.lucene.search.Query;

/**
 * A query of a log.
 *
 * @param id id from the log, or the number of its line
 * @param text in the log
 * @param query query for the search
 */
public record LoggedQuery(String id, String text, Query query) {}
