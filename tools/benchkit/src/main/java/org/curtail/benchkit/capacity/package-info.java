/**
 * The greatest load at which the tail of a policy meets a target, for capacity planning by
 * simulation.
 *
 * <p>All traces follow from a seed. Nothing here starts a thread.
 *
 * <ul>
 *   <li>{@link org.curtail.benchkit.capacity.CapacitySearch} finds the largest load, by bisection
 *       on the rate of arrivals.
 *   <li>{@link org.curtail.benchkit.capacity.Precision} is the wanted precision.
 *   <li>{@link org.curtail.benchkit.capacity.Capacity} is the result of a search, with an interval.
 *   <li>{@link org.curtail.benchkit.capacity.MeanInterval} is a mean over traces with its interval.
 *   <li>{@link org.curtail.benchkit.capacity.TailCurve} is the tail at each rate; an implementation
 *       with threads may simulate traces in parallel.
 *   <li>{@link org.curtail.benchkit.capacity.SimulatedTail} is the tail curve of a policy.
 *   <li>{@link org.curtail.benchkit.capacity.LimitTail} is a lower bound for the tail curves of all
 *       policies.
 *   <li>{@link org.curtail.benchkit.capacity.PoissonTraces} are the traces of both tail curves.
 * </ul>
 */
@NullMarked
package org.curtail.benchkit.capacity;

import org.jspecify.annotations.NullMarked;
