/**
 * {@code curtail queries}: makes a query log of documents ({@link
 * org.curtail.cli.queries.QueryMaker}).
 */
@NullMarked
package org.curtail.cli.queries;

import org.jspecify.annotations.NullMarked;
