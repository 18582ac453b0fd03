/**
 * {@code curtail bench --replicas}: what its options mean. What is measured, and how it is printed,
 * is in {@code org.curtail.benchkit.replicas}.
 */
@NullMarked
package org.curtail.cli.bench.replicas;

import org.jspecify.annotations.NullMarked;
