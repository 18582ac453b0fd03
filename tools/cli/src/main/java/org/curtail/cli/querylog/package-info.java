/**
 * Query logs from files, parsed for an index: {@link org.curtail.cli.querylog.QueryLog#read} is the
 * entry.
 */
@NullMarked
package org.curtail.cli.querylog;

import org.jspecify.annotations.NullMarked;
