/**
 * {@code curtail bench --workflow}: what its options mean. What is measured, and how it is printed,
 * is in {@code org.curtail.benchkit.workflow}.
 */
@NullMarked
package org.curtail.cli.bench.workflow;

import org.jspecify.annotations.NullMarked;
