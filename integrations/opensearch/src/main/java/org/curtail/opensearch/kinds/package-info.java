/**
 * Costs of kinds of searches. A kind is the structure of a request, never its words. {@link
 * org.curtail.opensearch.kinds.QueryShape} reads the structure, {@link
 * org.curtail.opensearch.kinds.KindCosts} learns the CPU time of each kind.
 */
@NullMarked
package org.curtail.opensearch.kinds;

import org.jspecify.annotations.NullMarked;
