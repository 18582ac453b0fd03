/**
 * Comparison of two windows of a recording. {@link org.curtail.traces.compare.Comparison} ranks
 * services by the part of the change that they explain ({@link
 * org.curtail.traces.compare.ServiceChange}). The comparison also tests the times of stages for
 * changes ({@link org.curtail.traces.compare.StageChange}).
 */
@NullMarked
package org.curtail.traces.compare;

import org.jspecify.annotations.NullMarked;
