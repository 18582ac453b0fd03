/**
 * The demand profile of a service, recorded from its live traffic.
 *
 * <ul>
 *   <li>{@link org.curtail.demand.ProfileRecorder} listens to an engine and estimates the profile
 *       that planning and simulating start from.
 *   <li>{@link org.curtail.demand.SpeedupEstimate} is what the recorder knows of the speedups.
 * </ul>
 *
 * <p><b>Inside.</b> A {@code ProfileRecorder} is a listener that keeps a uniform sample of the
 * requests that completed. Their speedups are a {@code SpeedupEstimate}; with them a path of
 * degrees becomes sequential time. It makes a {@code Profile}; {@code ProfileJson} makes a file of
 * it. Checked against the engine on known demands by {@code RecordedDemandTest}. The sample and the
 * rates of chunks are in package {@code sample}, since {@code automatic} uses them too, where the
 * demand is kept up to date and changes are noticed.
 */
@NullMarked
package org.curtail.demand;

import org.jspecify.annotations.NullMarked;
