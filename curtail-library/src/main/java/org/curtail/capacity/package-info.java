/**
 * How much load a policy carries while its tail stays under a target: {@link
 * org.curtail.capacity.CapacitySearch} bisects on the rate of arrivals, on several traces at a
 * time, and answers with a {@link org.curtail.capacity.Capacity}. What is asked at each rate is a
 * {@link org.curtail.capacity.TailCurve}: a simulated policy, or the bound that no policy can be
 * below.
 *
 * <p>All traces are drawn from a seed; nothing here starts a thread.
 */
@NullMarked
package org.curtail.capacity;

import org.jspecify.annotations.NullMarked;
