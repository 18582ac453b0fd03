/**
 * Decides which request a free thread serves. The engine runs this algorithm under its lock, and
 * the simulator at its events. The {@link org.curtail.dispatch.Allocator} is the entry. A {@link
 * org.curtail.dispatch.Allocator.Enforcer} carries out its decisions.
 *
 * <p>The package has no clock, no lock and no thread, and is for one thread at a time. Any thread
 * may read the threads and slices of a {@link org.curtail.dispatch.DispatchedRequest}. Only engines
 * and simulators need this package; a service needs only {@code org.curtail.runtime}.
 *
 * <p><b>Inside.</b> The allocator has the running and the waiting requests, and counts threads. The
 * allocator gives free threads to running requests that want more, and to waiting requests. Under a
 * malleable policy, it divides all threads again. The allocator also decides whether the next
 * request may start, counts the load, and sets the length of slices. The allocator decides which
 * threads keep whole cores. {@code Candidates} finds the running request that gets a free thread
 * first.
 *
 * <p><b>Preemption.</b> Under a policy that preempts ({@link org.curtail.Preemption}), a request is
 * in one of three places. The request waits in the {@link org.curtail.dispatch.RequestQueue}, it
 * runs, or it is one of the {@link org.curtail.dispatch.PreemptedRequests}. A free thread goes
 * first to a request without one. While there is such a request, each running request has a slice.
 * At the first border after its slice, the request is compared with the next one. The request gets
 * another slice or loses its threads (its thread limit is then 0). A new request can be more urgent
 * than the least urgent running request; then it ends that request's slice at once. In turns, the
 * first request in line is next. By priority, only the oldest request of each {@linkplain
 * org.curtail.Policy#level level} is asked, so the cost grows with the number of levels. If the
 * service {@linkplain org.curtail.dispatch.Allocator.Service#sharesIdeally shares ideally}, each
 * request has a thread at once, and the enforcer divides the cores among all requests.
 *
 * <p><b>Change of policy.</b> After {@link org.curtail.dispatch.Allocator#change}, running requests
 * keep only their threads. Preempted requests are ordered by the new policy. Degrees and memory are
 * forgotten. If the new policy does not preempt, preempted requests continue before all others.
 */
@NullMarked
package org.curtail.dispatch;

import org.jspecify.annotations.NullMarked;
