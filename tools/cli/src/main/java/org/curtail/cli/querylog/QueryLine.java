package org.curtail.cli.querylog;

/**
 * A query in the file.
 *
 * @param where file and line
 * @param id id from the file, or the number of the line
 * @param text not yet parsed
 */
record QueryLine(String where, String id, String text) {}
