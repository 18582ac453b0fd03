/**
 * What live traffic tells of the demand: {@link org.curtail.demand.ProfileRecorder} listens to an
 * engine and estimates the profile that planning and simulating start from.
 */
@NullMarked
package org.curtail.demand;

import org.jspecify.annotations.NullMarked;
