/**
 * Demand profile of a service, recorded from its live traffic.
 *
 * <ul>
 *   <li>{@link org.curtail.demand.ProfileRecorder} listens to an engine and estimates the profile,
 *       for planning and simulation.
 *   <li>{@link org.curtail.demand.SpeedupEstimate} is the recorder's estimate of the speedups.
 * </ul>
 *
 * <p><b>Inside.</b> A {@code ProfileRecorder} is a listener that keeps a uniform sample of
 * completed requests. A {@code SpeedupEstimate} of these turns a path of degrees into sequential
 * time. {@code RecordedDemandTest} checks it against the engine on known demands. The sample and
 * the rates of chunks are in package {@code sample}, since {@code automatic} uses them too.
 */
@NullMarked
package org.curtail.demand;

import org.jspecify.annotations.NullMarked;
