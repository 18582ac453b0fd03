/**
 * Load that changes in known steps, and what is said of it: {@link org.curtail.app.steps.LoadSteps}
 * are the rates over time, {@link org.curtail.app.steps.SteppedFigure} draws latency and degree
 * against time, {@link org.curtail.app.steps.StepsText} and {@link
 * org.curtail.app.steps.StepsVerdict} put it in words.
 */
@NullMarked
package org.curtail.app.steps;

import org.jspecify.annotations.NullMarked;
