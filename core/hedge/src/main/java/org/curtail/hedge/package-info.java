/**
 * Hedging: the runtime side of {@code org.curtail.reissue}. An asynchronous call without an answer
 * gets a copy at another replica, by a plan and within a budget; the first answer counts. {@link
 * org.curtail.hedge.Hedge} is the entry, {@link org.curtail.hedge.HedgedCall} the caller's code.
 *
 * <pre>{@code
 * // A call without an answer gets a copy after 20 ms; at most 5 % of all calls.
 * Hedge hedge = Hedge.of(ReissuePolicy.singleD(20)).named("catalog").idempotent().start();
 * CompletableFuture<HttpResponse<String>> answer =
 *     hedge.call(attempt -> client.sendAsync(request(attempt.avoid()), ofString()));
 * }</pre>
 *
 * <p>To send calls:
 *
 * <ul>
 *   <li>{@link org.curtail.hedge.Hedge} sends calls; {@code Hedge.of} and {@code Hedge.adaptive}
 *       make one.
 *   <li>{@link org.curtail.hedge.HedgeSetup} holds a hedge's settings beside its plan.
 *   <li>{@link org.curtail.hedge.HedgedCall} is a call that may be sent more than once.
 *   <li>{@link org.curtail.hedge.Attempt} is one attempt, as the call's code sees it.
 *   <li>{@link org.curtail.hedge.HedgeBudget} limits copies and retries, for one hedge or for
 *       several.
 * </ul>
 *
 * <p>To watch them:
 *
 * <ul>
 *   <li>{@link org.curtail.hedge.HedgeMetrics} are a snapshot of a hedge's counts.
 *   <li>{@link org.curtail.hedge.HedgeMetrics.CallTimes} are the times of calls.
 *   <li>{@link org.curtail.hedge.HedgeListener} observes calls.
 *   <li>{@link org.curtail.hedge.HedgeListener.CallEnd} is the end of a call.
 *   <li>{@link org.curtail.hedge.HedgeListener.SuppressedBy} is the reason for not sending a due
 *       attempt.
 * </ul>
 *
 * <p><b>Answers.</b> The first attempt that succeeds counts. A failure does not end a call while
 * another attempt is under way; otherwise it is the answer, unless it is retried, within the same
 * budget and the plan's attempts. If all fail, the first failure is the answer. A failure declared
 * fatal ends the call at once. Later answers of losing attempts are ignored, or given to {@code
 * HedgeSetup.unused}.
 *
 * <p><b>Limits of hedges.</b> The budget: a bucket of tokens, filled by first attempts. Too few
 * samples. And load: if calls are slow because all replicas are, copies make it worse
 * (scylladb/scylladb#3156). A suppressed hedge is not sent; its call goes on.
 *
 * <p>Failures of users' code are reported once through the {@code System.Logger} named {@code
 * org.curtail}.
 *
 * <p><b>Inside.</b> A {@code CallUnderWay} is a call and an entry of the timer ({@code TimedCall})
 * in one, the {@code AnswerFuture} is its caller's future, and an {@code AttemptUnderWay} is one of
 * its attempts. Only the future holds the answer: a timer may hold a call long after its end. Each
 * has one word of state, which is exchanged atomically and never locked, since users' code may call
 * back at any point. {@code HedgeParts} are shared by all calls of a hedge: the {@code Schedule}
 * (the policy in nanoseconds), the {@code HedgeGate}, which decides whether a due hedge may be
 * sent, the {@code HedgeMeters} and {@code LiveTimes}, and the {@code HedgeListeners}, which guard
 * users' code and call the {@code HedgeRecording}, which makes {@code HedgeEvents} for the JDK
 * Flight Recorder if there is one. {@code CallNumbers} and {@code SplitMix} decide which calls are
 * hedged without any contended state.
 *
 * <p>There is one {@code HedgeTimer} for all calls of a hedge: a lock-free stack of new entries,
 * and a heap ({@code TimerHeap}), into which one thread moves entries that are not over by then.
 * The thread ({@code TimerThread}) belongs to the hedge and not to the JVM, since it runs users'
 * code. Time is an argument of the timer, so tests step it.
 *
 * <p>Another thread, of low priority ({@code WatchThread}), lets the {@code HedgeWatch} take a step
 * each second. It reads the {@code SeenCalls}, a fair sample of ended calls, and applies the pure
 * {@code LoadRule} of {@code org.curtail.reissue} for the share of hedges, and, if the hedge is
 * adaptive, the {@code ReissueLearner} for a plan. {@code CopiesFare} distinguishes one slow
 * replica from many. The {@code LoadGuard} reacts at once, while the watch needs seconds.
 */
@NullMarked
package org.curtail.hedge;

import org.jspecify.annotations.NullMarked;
