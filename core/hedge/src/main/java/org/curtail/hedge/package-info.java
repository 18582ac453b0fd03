/**
 * Hedging, live: an asynchronous call without an answer is sent to another replica too, by a plan
 * and within a budget; the first answer counts. Plans are made by {@code org.curtail.reissue}.
 *
 * <pre>{@code
 * // A call without an answer gets a copy after 20 ms; at most 5 % of all calls.
 * Hedge hedge = Hedge.of(ReissuePolicy.singleD(20)).named("catalog").idempotent().start();
 * CompletableFuture<HttpResponse<String>> answer =
 *     hedge.call(attempt -> client.sendAsync(request(attempt.avoid()), ofString()));
 * }</pre>
 *
 * <ul>
 *   <li>{@link Hedge} sends calls; {@code Hedge.of} and {@code Hedge.adaptive} make one.
 *   <li>{@link HedgeSetup} holds its options.
 *   <li>{@link HedgedCall} is a call that may be sent more than once; {@link Attempt} is one
 *       sending.
 *   <li>{@link HedgeBudget} limits copies and retries, of one hedge or of several.
 *   <li>{@link HedgeMetrics} are a snapshot of all counts; {@link HedgeListener} receives events.
 * </ul>
 *
 * <p><b>Which attempt counts.</b> The first that succeeds. A failure does not end a call while
 * another attempt is under way. If none is, the failure is the answer, or the call is retried; a
 * retry takes from the same budget and from the plan's attempts. If all attempts fail, the first
 * failure is the answer. A failure declared fatal ends the call at once. Later results are ignored,
 * or given to {@code HedgeSetup.unused}.
 *
 * <p><b>Reasons not to hedge.</b> An empty budget (a bucket of tokens, filled by first attempts),
 * too few samples, and load: if all replicas are slow, copies make it worse
 * (scylladb/scylladb#3156). The copy is not sent then, and its call continues.
 *
 * <p>Faults of users' code are logged once by the {@code System.Logger} named {@code org.curtail}.
 *
 * <p><b>Inside.</b> A {@code CallUnderWay} is a call and its timer entry in one object; an {@code
 * AttemptUnderWay} is one of its attempts. Only the caller's future holds the answer, since a timer
 * may keep a call long after its end. Each call has one word of state, exchanged atomically and
 * never locked: users' code may call back at any point. {@code HedgeParts} are shared by all calls:
 * the {@code Schedule} (the policy in nanoseconds), the {@code HedgeGate} (may this copy be sent?),
 * the meters and the listeners.
 *
 * <p>One thread per hedge serves the {@code HedgeTimer}, a lock-free stack in front of a heap. Time
 * is an argument, so tests step it. A second thread, of low priority, runs {@code HedgeWatch} once
 * a second: the pure {@code LoadRule} of {@code org.curtail.reissue} limits the share of copies,
 * and the {@code ReissueLearner} of an adaptive hedge makes new plans from a fair sample of calls
 * ({@code CallSample}). {@code CopyLateness} tells one slow replica from many. The {@code
 * LoadGuard} acts at once, where the watch needs seconds.
 */
@NullMarked
package org.curtail.hedge;

import org.jspecify.annotations.NullMarked;
