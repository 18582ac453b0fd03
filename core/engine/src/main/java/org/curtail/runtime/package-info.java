/**
 * The engine: it enforces a policy on live requests.
 *
 * <pre>{@code
 * // Learns from its requests when more threads pay. Curtail.with(policy) takes your own policy.
 * try (Curtail curtail = Curtail.automatic().start()) {
 *   double sum = curtail.run(SharedWork.of(1_000, chunk -> Math.sqrt(chunk), Double::sum));
 * }
 * }</pre>
 *
 * <ul>
 *   <li>{@link Curtail} is the engine; {@link Setup} and {@link AutomaticSetup} hold its options.
 *   <li>{@link SharedWork} is the work of one request, cut into chunks; {@link MergedWork} builds
 *       it from two functions, {@link DelegatingWork} wraps another one.
 *   <li>{@link RequestOptions} hold a request's deadline, priority and predicted time.
 *   <li>{@link Ticket} is a submitted request, as a {@code Future}; {@link Outcome} is its result.
 *   <li>{@link Reservation} is a queued request whose work does not exist yet.
 *   <li>{@link Overload} says what a full queue does; {@link OverloadedException} refuses a
 *       request, {@link DeadlineExceededException} ends a late one.
 *   <li>{@link EngineExecutor} is the engine as an {@code Executor}, for Lucene's own searcher.
 *   <li>{@link Autopilot} chooses the policies of an automatic engine, and explains its decisions.
 *   <li>{@link Metrics} are a snapshot of all counts; {@link RequestListener} receives the events
 *       of each request, {@link Timeline} its history.
 *   <li>{@link Boosting} configures boosted requests, if the policy boosts.
 * </ul>
 *
 * <p><b>Threads.</b> The engine starts as many threads as the policy wants ({@link
 * org.curtail.Policy#threads}). A caller of {@link Curtail#run} serves its own request, within the
 * same limit. Chunks, listeners and the stages of {@link Ticket#completion} run on these threads,
 * and on threads that submit or cancel. The engine has no other thread and no timer.
 *
 * <p><b>Preemption.</b> Under a policy with {@link org.curtail.Preemption}, a request may lose its
 * last thread at a chunk border. The request continues later, on a pool thread or on the caller's
 * thread. A thread that served it before keeps its state; a new thread joins, or takes over an
 * abandoned state if {@link SharedWork#workersMove}. Requests on the {@link EngineExecutor} pass no
 * chunk borders, so they are never preempted.
 *
 * <p><b>Faults.</b> Faults of users' code, and settings that do not fit the machine, are logged
 * once by the {@code System.Logger} named {@code org.curtail}. If memory or stack runs out while
 * the work of a request runs, that request fails alone. If it runs out in the engine's own code,
 * the engine breaks: every request fails, and all threads end.
 *
 * <p><b>Inside.</b> {@code Engine} is the lock and everything that it guards, in the order of a
 * request's life. The engine takes the lock when a request arrives, grows, loses a worker or ends,
 * and at a border only if something is due. The {@code Allocator} of {@code dispatch} decides which
 * request gets a thread. A {@code Worker} serves a {@code Request} chunk by chunk, one step at a
 * time, so a test can step it too. {@code SpeedPlacing} chooses the class of cores, on an engine
 * with several classes.
 *
 * <p>{@code Listeners} are called without allocation and without the lock, never per chunk. {@code
 * PolicyInForce}, {@code NanoClock}, {@code EngineSignals}, {@code SpeedPlacing} and {@code
 * Listeners} guard the engine against exceptions of users' code. A caller near the end of its stack
 * gets its {@code StackOverflowError} before anything has changed ({@code StackReserve}).
 */
@NullMarked
package org.curtail.runtime;

import org.jspecify.annotations.NullMarked;
