/**
 * Recordings in an embedded DuckDB; {@link org.curtail.traces.duckdb.DuckDbEngine} is the entry
 * point.
 */
@NullMarked
package org.curtail.traces.duckdb;

import org.jspecify.annotations.NullMarked;
