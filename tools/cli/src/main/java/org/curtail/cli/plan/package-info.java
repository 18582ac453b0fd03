/**
 * {@code curtail plan}: makes goals from options and profile ({@link
 * org.curtail.cli.plan.GoalOptions}), and shows a table in words, bars, timelines and comparisons.
 */
@NullMarked
package org.curtail.cli.plan;

import org.jspecify.annotations.NullMarked;
