/**
 * {@code curtail bench --replicas}: what its options mean. What is measured, and how it is printed,
 * is in {@code org.curtail.lab.replicas}.
 */
@NullMarked
package org.curtail.app.bench.replicas;

import org.jspecify.annotations.NullMarked;
