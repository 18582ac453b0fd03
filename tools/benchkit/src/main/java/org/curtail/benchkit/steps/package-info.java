/**
 * Load that changes in known steps, and its results: {@link org.curtail.benchkit.steps.LoadSteps}
 * are the rates over time, {@link org.curtail.benchkit.steps.SteppedFigure} draws latency and
 * degree against time, {@link org.curtail.benchkit.steps.StepsText} and {@link
 * org.curtail.benchkit.steps.StepsVerdict} put it in words.
 */
@NullMarked
package org.curtail.benchkit.steps;

import org.jspecify.annotations.NullMarked;
