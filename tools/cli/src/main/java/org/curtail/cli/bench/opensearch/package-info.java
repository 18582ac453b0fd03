/**
 * {@code curtail bench --opensearch}: sends searches to a cluster from outside, and changes its
 * settings from block to block.
 */
@NullMarked
package org.curtail.cli.bench.opensearch;

import org.jspecify.annotations.NullMarked;
