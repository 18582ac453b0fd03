/**
 * {@code curtail queries}: makes a query log of documents ({@link
 * org.curtail.app.queries.QueryMaker}).
 */
@NullMarked
package org.curtail.app.queries;

import org.jspecify.annotations.NullMarked;
