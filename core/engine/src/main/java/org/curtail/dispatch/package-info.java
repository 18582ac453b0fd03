/**
 * Which request a free thread serves: one algorithm for the engine, which runs it under its lock,
 * and for the simulator, which runs it at its events. The {@link org.curtail.dispatch.Allocator} is
 * the entry; a {@link org.curtail.dispatch.Allocator.Enforcer} carries out its decisions.
 *
 * <p>Pure and for one thread at a time: no clock, no lock, no thread. Any thread may read what a
 * {@link org.curtail.dispatch.DispatchedRequest} was given. For engines and simulators; a service
 * needs {@code org.curtail.runtime} only.
 *
 * <p><b>Inside.</b> The allocator keeps the running and the waiting requests, counts threads, and
 * gives free ones to running requests that want more, to waiting requests, or, under a malleable
 * policy, shares all threads anew. It also decides whether the next request may start, what the
 * load is, how long slices are, and which threads keep whole cores. {@code Candidates} finds the
 * running request that a free thread helps first.
 *
 * <p><b>Preemption.</b> Under a policy that preempts ({@link org.curtail.Preemption}), a request is
 * in one of three places: it waits in the {@link org.curtail.dispatch.RequestQueue}, it runs, or it
 * has lost its last thread and is among the {@link org.curtail.dispatch.PreemptedRequests}. A free
 * thread goes first to a request without one. While there is such a request, each running one has a
 * slice. At the first border after its slice it is compared with the next request, and gets another
 * slice or has to leave (its share is then 0). A new request that is more urgent than the least
 * urgent running one ends the slice of that one at once. By turns, the first in line is next. By
 * priority, only the oldest request of each {@linkplain org.curtail.Policy#level level} is asked,
 * so the cost grows with the levels and not with the requests. Where the service {@linkplain
 * org.curtail.dispatch.Allocator.Service#sharesIdeally shares ideally}, each request has a thread
 * at once, and the enforcer divides the cores among all of them.
 *
 * <p><b>Change of policy.</b> After {@link org.curtail.dispatch.Allocator#change}, running requests
 * keep their threads and nothing else, preempted ones stand in the new order, and degrees and
 * memory are forgotten. If the new policy does not preempt, preempted requests go on before all
 * others.
 */
@NullMarked
package org.curtail.dispatch;

import org.jspecify.annotations.NullMarked;
