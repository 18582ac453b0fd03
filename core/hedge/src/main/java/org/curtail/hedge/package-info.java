/**
 * Hedging of live calls: a copy of an unanswered call goes to another replica, by a plan and within
 * a budget. The first answer counts. Package {@code org.curtail.reissue} makes plans.
 *
 * <pre>{@code
 * // A call without an answer gets a copy after 20 ms; at most 5 % of all calls.
 * Hedge hedge = Hedge.of(ReissuePolicy.singleD(20)).named("catalog").idempotent().start();
 * CompletableFuture<HttpResponse<String>> answer =
 *     hedge.call(attempt -> client.sendAsync(request(attempt.avoid()), ofString()));
 * }</pre>
 *
 * <ul>
 *   <li>{@link Hedge} sends calls; {@code Hedge.of} and {@code Hedge.adaptive} create a setup.
 *   <li>{@link HedgeSetup} holds the options of a hedge and starts it.
 *   <li>{@link HedgedCall} is a call that may be sent more than once; {@link Attempt} is one of its
 *       attempts.
 *   <li>{@link HedgeBudget} limits the copies and retries of one or several hedges.
 *   <li>{@link HedgeMetrics} are a snapshot of all counts; {@link HedgeListener} receives events.
 * </ul>
 *
 * <p><b>Answers and failures.</b> The first successful attempt is the answer. A failure does not
 * end a call while another attempt is under way. The last failure may be retried, within the budget
 * and the plan's number of attempts. If all attempts fail, the call fails with the first failure. A
 * failure declared fatal ends the call at once. Later answers are dropped, or handed to {@code
 * HedgeSetup.unused}.
 *
 * <p><b>Suppressed hedges.</b> A due copy is not sent if the budget is empty, if there are too few
 * samples, or under load. If all replicas are slow, copies would add load (scylladb/scylladb#3156).
 * The call then goes on without the copy.
 *
 * <p>The {@code System.Logger} named {@code org.curtail} logs the first fault of each kind in
 * users' code.
 *
 * <p><b>Inside.</b> A {@code CallUnderWay} is a call and its timer entry in one object; an {@code
 * AttemptUnderWay} is one of its attempts. Only the caller's future holds the answer, since a timer
 * may refer to a call long after its end. The state of a call is one number that is exchanged
 * atomically. No lock is held, as users' code may call any method at any point. All calls share
 * {@code HedgeParts}. The {@code Schedule} is the policy in nanoseconds, and the {@code HedgeGate}
 * decides if a copy may be sent.
 *
 * <p>One thread per hedge serves the {@code HedgeTimer}, a lock-free stack in front of a heap. Time
 * is an argument, so tests control it. A second thread, of low priority, runs {@code HedgeWatch}
 * once a second. There, a {@code LoadRule} limits the share of copies. The {@code ReissueLearner}
 * of an adaptive hedge makes new plans from a random sample of calls ({@code CallSample}). {@code
 * CopyLateness} distinguishes one slow replica from many. The {@code LoadGuard} reacts at once; the
 * watch needs seconds.
 */
@NullMarked
package org.curtail.hedge;

import org.jspecify.annotations.NullMarked;
