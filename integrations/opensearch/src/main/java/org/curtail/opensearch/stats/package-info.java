/** Figures of the plugin on each node, for people and for monitoring. */
@NullMarked
package org.curtail.opensearch.stats;

import org.jspecify.annotations.NullMarked;
