/**
 * Measurements of searches: an index and its queries, the expected answers, and one figure for each
 * query.
 */
@NullMarked
package org.curtail.benchkit.search;

import org.jspecify.annotations.NullMarked;
