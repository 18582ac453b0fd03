/**
 * Query logs from files, parsed for an index: {@link org.curtail.app.querylog.QueryLog#read} is the
 * entry.
 */
@NullMarked
package org.curtail.app.querylog;

import org.jspecify.annotations.NullMarked;
