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
 *   <li>{@link org.curtail.dispatch.Instants}: arithmetic on moments that cannot wrap around.
 *   <li>{@link org.curtail.dispatch.Enforcer}: who carries out what the allocator decides.
 * </ul>
 *
 * <p>Pure and for one thread at a time: no clock, no lock, no thread. Public for those who build an
 * engine or a simulator; a service needs {@code org.curtail.runtime} only.
 *
 * <p><b>Inside.</b> The {@code Allocator} keeps who runs and who waits, counts threads, and gives
 * them out: to those who want more, to those who wait, or, under a malleable policy, anew to all
 * ({@code ShareOut}). Whom a free thread helps first is found among the {@code Candidates}: {@code
 * CandidatesByAge} where nobody ranks; {@code CandidatesByPriority}, which asks each; {@code
 * CandidatesInCohorts} for monotone priorities, which asks few ({@code Cohort}). {@code Admissions}
 * says whether the next request may start, {@code LoadNews} what the load is and whether all are to
 * be told.
 */
@NullMarked
package org.curtail.dispatch;

import org.jspecify.annotations.NullMarked;
