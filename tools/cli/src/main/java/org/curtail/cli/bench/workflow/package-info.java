/**
 * {@code curtail bench --workflow}: its options. The measurement and its output are in {@code
 * org.curtail.benchkit.workflow}.
 */
@NullMarked
package org.curtail.cli.bench.workflow;

import org.jspecify.annotations.NullMarked;
