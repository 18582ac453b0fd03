/**
 * Query logs from files: {@link org.curtail.app.queries.QueryLog#read} is the entry; {@link
 * org.curtail.app.queries.QueryMaker} makes one from documents.
 */
@NullMarked
package org.curtail.app.queries;

import org.jspecify.annotations.NullMarked;
