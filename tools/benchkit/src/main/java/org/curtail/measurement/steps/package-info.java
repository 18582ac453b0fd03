/**
 * Load that changes in known steps, and what is said of it: {@link
 * org.curtail.measurement.steps.LoadSteps} are the rates over time, {@link
 * org.curtail.measurement.steps.SteppedFigure} draws latency and degree against time, {@link
 * org.curtail.measurement.steps.StepsText} and {@link org.curtail.measurement.steps.StepsVerdict}
 * put it in words.
 */
@NullMarked
package org.curtail.measurement.steps;

import org.jspecify.annotations.NullMarked;
