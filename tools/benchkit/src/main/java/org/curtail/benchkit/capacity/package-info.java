/**
 * How much load a policy carries while its tail stays under a target, for capacity planning by
 * simulation.
 *
 * <p>All traces are drawn from a seed; nothing here starts a thread.
 *
 * <ul>
 *   <li>{@link org.curtail.benchkit.capacity.CapacitySearch} finds the largest load, by bisection
 *       on the rate of arrivals.
 *   <li>{@link org.curtail.benchkit.capacity.Precision} says how sure the answer should be.
 *   <li>{@link org.curtail.benchkit.capacity.Capacity} is the answer of a search.
 *   <li>{@link org.curtail.benchkit.capacity.MeanInterval} is a mean over traces and how sure it
 *       is.
 *   <li>{@link org.curtail.benchkit.capacity.TailCurve} is what a search asks at each rate. Who has
 *       threads implements it to simulate traces side by side.
 *   <li>{@link org.curtail.benchkit.capacity.SimulatedTail} is the tail curve of a policy.
 *   <li>{@link org.curtail.benchkit.capacity.LimitTail} is the tail curve of the limit that no
 *       policy can beat.
 *   <li>{@link org.curtail.benchkit.capacity.PoissonTraces} are the traces that both tail curves
 *       are drawn on.
 * </ul>
 *
 * <p><b>Inside.</b> {@code CapacitySearch} bisects on the rate of arrivals until the tail, in the
 * mean over independent traces, is at a target; its answer is a {@code Capacity}, with an interval.
 * What it asks at each rate is a {@code TailCurve}: a policy's ({@code SimulatedTail}) or that of
 * the limit ({@code LimitTail}), on the same {@code PoissonTraces}. A {@code Precision} says how
 * sure it should be.
 */
@NullMarked
package org.curtail.benchkit.capacity;

import org.jspecify.annotations.NullMarked;
