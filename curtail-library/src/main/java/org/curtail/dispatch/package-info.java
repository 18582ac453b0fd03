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
 *   <li>{@link org.curtail.dispatch.Enforcer}: who carries out what the allocator decides.
 * </ul>
 *
 * <p>Pure and for one thread at a time: no clock, no lock, no thread. Public for those who build an
 * engine or a simulator; a service needs {@code org.curtail.runtime} only.
 */
@NullMarked
package org.curtail.dispatch;

import org.jspecify.annotations.NullMarked;
