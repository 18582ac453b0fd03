/**
 * Comparison of two windows of a recording: {@link org.curtail.traces.compare.Comparison} ranks the
 * services by the part of the change that each explains ({@link
 * org.curtail.traces.compare.ServiceChange}), and tests the times of stages for changes ({@link
 * org.curtail.traces.compare.StageChange}).
 */
@NullMarked
package org.curtail.traces.compare;

import org.jspecify.annotations.NullMarked;
