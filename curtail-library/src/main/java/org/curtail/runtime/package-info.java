/**
 * The engine that enforces a policy on live requests: {@link org.curtail.runtime.Curtail} is the
 * entry, {@link org.curtail.runtime.SharedWork} what a caller supplies, {@link
 * org.curtail.runtime.Ticket} what it gets. The only package of the library that starts threads.
 *
 * <pre>{@code
 * // One thread for each request at first, one more for every 5 ms that it runs, at most 4.
 * try (Curtail curtail = Curtail.with(new FixedInterval(5, 4)).start()) {
 *   double sum = curtail.run(SharedWork.of(1_000, chunk -> Math.sqrt(chunk), Double::sum));
 * }
 * }</pre>
 *
 * <p>Which threads: the pool's, as many as the policy wants ({@link org.curtail.Policy#threads}),
 * made when the engine starts; and those that call {@link org.curtail.runtime.Curtail#run}, each
 * for its own request, which count within the same limit. Chunks, listeners and stages of {@link
 * org.curtail.runtime.Ticket#completion} run on these threads; there is no other, and no timer.
 *
 * <p>To serve requests:
 *
 * <ul>
 *   <li>{@link org.curtail.runtime.Curtail} is the engine; {@code Curtail.with} makes one.
 *   <li>{@link org.curtail.runtime.Setup} is what an engine needs besides its policy.
 *   <li>{@link org.curtail.runtime.SharedWork} is a request, divided into chunks.
 *   <li>{@link org.curtail.runtime.MergedWork} is a request made of two functions, by {@code
 *       SharedWork.of}.
 *   <li>{@link org.curtail.runtime.RequestOptions} say until when a request is wanted, how
 *       important it is, and what is expected of it.
 *   <li>{@link org.curtail.runtime.Ticket} is a submitted request, as a {@code Future}.
 *   <li>{@link org.curtail.runtime.Outcome} is how a request ended.
 *   <li>{@link org.curtail.runtime.DeadlineExceededException} says that a request's deadline has
 *       passed.
 *   <li>{@link org.curtail.runtime.Overload} is what happens to a request that finds the queue
 *       full.
 *   <li>{@link org.curtail.runtime.OverloadedException} says that a request was refused because the
 *       queue is full.
 *   <li>{@link org.curtail.runtime.HeldExecutor} is the engine as an {@code Executor}, for Lucene
 *       and the like.
 * </ul>
 *
 * <p>To watch it:
 *
 * <ul>
 *   <li>{@link org.curtail.runtime.Metrics} are a snapshot of what the engine has done and is
 *       doing.
 *   <li>{@link org.curtail.runtime.Histogram} says how often which values occurred.
 *   <li>{@link org.curtail.runtime.RequestListener} is told what happens to requests.
 *   <li>{@link org.curtail.runtime.Timeline} is what happened to one request.
 *   <li>{@link org.curtail.runtime.Phase} is a part of a timeline with one degree.
 * </ul>
 *
 * <p>To fit it to a system:
 *
 * <ul>
 *   <li>{@link org.curtail.runtime.Boosting} says how requests are boosted, if the policy boosts.
 *   <li>{@link org.curtail.runtime.ThreadBoost} lets a thread go before others; {@code
 *       curtail-linux} has one.
 *   <li>{@link org.curtail.runtime.NanoClock} is where the engine gets the time from; for tests.
 * </ul>
 *
 * <p>Whatever goes wrong with what a user supplied, and settings that do not fit the machine, are
 * said once through the {@code System.Logger} named {@code org.curtail}.
 */
@NullMarked
package org.curtail.runtime;

import org.jspecify.annotations.NullMarked;
