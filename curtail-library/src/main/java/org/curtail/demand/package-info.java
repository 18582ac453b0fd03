/**
 * What live traffic tells of the demand.
 *
 * <ul>
 *   <li>{@link org.curtail.demand.ProfileRecorder} listens to an engine and estimates the profile
 *       that planning and simulating start from.
 *   <li>{@link org.curtail.demand.SpeedupEstimate} is what the recorder knows of the speedups.
 * </ul>
 */
@NullMarked
package org.curtail.demand;

import org.jspecify.annotations.NullMarked;
