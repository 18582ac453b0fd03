/**
 * What is measured of searches: an index and the queries asked of it, what the answers should be,
 * and one figure for each query.
 */
@NullMarked
package org.curtail.benchkit.search;

import org.jspecify.annotations.NullMarked;
