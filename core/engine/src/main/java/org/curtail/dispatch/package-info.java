/**
 * Which request a free thread serves: one algorithm for the engine, which runs it under its lock,
 * and for the simulator, which runs it at its events.
 *
 * <ul>
 *   <li>{@link org.curtail.dispatch.Allocator}: who starts, who grows, whose threads are taken, who
 *       is boosted. The entry.
 *   <li>{@link org.curtail.dispatch.DispatchedRequest}: a request as the allocator sees it, and
 *       what it has been given.
 *   <li>{@link org.curtail.dispatch.AdmissionQueue}: those that have not started.
 *   <li>{@link org.curtail.dispatch.SetAside}: those that have started and have no thread.
 *   <li>{@link org.curtail.dispatch.Service}: the cores and threads that there are to give.
 *   <li>{@link org.curtail.dispatch.Instants}: arithmetic on moments that cannot wrap around.
 *   <li>{@link org.curtail.dispatch.Enforcer}: who carries out what the allocator decides.
 * </ul>
 *
 * <p>Pure and for one thread at a time: no clock, no lock, no thread; only what a request was given
 * may be read by any thread. Public for those who build an engine or a simulator; a service needs
 * {@code org.curtail.runtime} only.
 *
 * <p><b>Inside.</b> The {@code Allocator} keeps who runs and who waits, counts threads, and gives
 * them out: to those who want more, to those who wait, or, under a malleable policy, anew to all.
 * It also says whether the next request may start, what the load is, how long slices are and whose
 * threads keep whole cores. Whom a free thread helps first is found among the {@code Candidates}:
 * {@code Candidates.ByAge} where nobody ranks; {@code Candidates.ByPriority}, which asks each;
 * {@code Candidates.InCohorts} for monotone priorities, which asks few ({@code Candidates.Cohort}).
 *
 * <p><b>Another policy.</b> {@link org.curtail.dispatch.Allocator#change} puts a policy in the
 * place of the one before: who is served keeps its threads and nothing else, who is set aside
 * stands in the new order, degrees and what was remembered are forgotten. If the new policy sets
 * nobody aside, those who were go on before all others.
 *
 * <p><b>Setting aside.</b> Under a policy that sets requests aside ({@link
 * org.curtail.Preemption}), a request is in one of three places: it waits in the {@code
 * AdmissionQueue}, it runs, or it has started and stands in {@code SetAside}. A free thread goes
 * first to who has none. While somebody has none, each request that runs has a slice: at the first
 * border after its slice, it is compared with who is next, and goes on for another slice or is told
 * to leave (its share is then 0). Who arrives and is more urgent than the least urgent that runs
 * ends that one's slice at once. By turns, who is next is the first of a line. By priority, {@code
 * SetAside} asks for the oldest request of each {@linkplain org.curtail.Policy#level level}, so
 * that its cost grows with the levels and not with the requests. Where the service {@linkplain
 * org.curtail.dispatch.Service#sharesIdeally shares ideally}, each request has a thread at once,
 * and the enforcer divides the cores among all of them.
 */
@NullMarked
package org.curtail.dispatch;

import org.jspecify.annotations.NullMarked;
