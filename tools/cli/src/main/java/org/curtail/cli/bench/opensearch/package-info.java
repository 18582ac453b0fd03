/**
 * {@code curtail bench --opensearch}: searches sent to a cluster from outside, whose settings are
 * switched from block to block.
 */
@NullMarked
package org.curtail.cli.bench.opensearch;

import org.jspecify.annotations.NullMarked;
