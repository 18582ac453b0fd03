package org.curtail.cli.querylog;

/**
 * A query as the file has it.
 *
 * @param where file and line
 * @param id the file's own, or the number of the line
 * @param text not yet parsed
 */
record QueryLine(String where, String id, String text) {}
