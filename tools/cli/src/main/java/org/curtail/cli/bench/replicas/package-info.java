/**
 * {@code curtail bench --replicas}: its options. The measurement and its output are in {@code
 * org.curtail.benchkit.replicas}.
 */
@NullMarked
package org.curtail.cli.bench.replicas;

import org.jspecify.annotations.NullMarked;
