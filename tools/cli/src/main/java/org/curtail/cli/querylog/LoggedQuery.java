package org.curtail.cli.querylog;

import org.apache.lucene.search.Query;

/**
 * A query somebody asked.
 *
 * @param id the log's own, or the number of its line
 * @param text as the log has it
 * @param query what to search for
 */
public record LoggedQuery(String id, String text, Query query) {}
