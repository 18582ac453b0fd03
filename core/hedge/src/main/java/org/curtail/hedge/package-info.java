/**
 * Hedging: the runtime side of {@code org.curtail.reissue}. An asynchronous call that has no answer
 * yet is sent again, to another replica, as a plan says and within a budget; the first answer
 * counts. {@link org.curtail.hedge.Hedge} is the entry, {@link org.curtail.hedge.HedgedCall} what a
 * caller supplies.
 *
 * <pre>{@code
 * // After 20 ms a call without an answer is sent again; at most 5 % of all calls.
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
 *   <li>{@link org.curtail.hedge.HedgeSetup} is what a hedge needs besides its plan.
 *   <li>{@link org.curtail.hedge.HedgedCall} is a call that may be sent more than once.
 *   <li>{@link org.curtail.hedge.Attempt} is one time that it is sent, as the call sees it.
 *   <li>{@link org.curtail.hedge.HedgeBudget} is how many attempts there may be beside the first
 *       ones, for one hedge or for several.
 * </ul>
 *
 * <p>To watch them:
 *
 * <ul>
 *   <li>{@link org.curtail.hedge.HedgeMetrics} are a snapshot of what a hedge has done and is
 *       doing.
 *   <li>{@link org.curtail.hedge.HedgeMetrics.CallTimes} is how long calls took.
 *   <li>{@link org.curtail.hedge.HedgeListener} is told what happens to calls.
 *   <li>{@link org.curtail.hedge.HedgeListener.CallEnd} is how a call ended.
 *   <li>{@link org.curtail.hedge.HedgeListener.SuppressedBy} is why an attempt that was due was not
 *       sent.
 * </ul>
 *
 * <p><b>Which attempt counts.</b> The first that succeeds. A failure does not end a call while
 * another attempt is under way; if none is, it is the answer, unless it is retried, which takes
 * from the same budget and from the plan's attempts. If all fail, the first failure is the answer.
 * A failure that is declared fatal ends the call at once. What comes later of attempts that lost is
 * ignored, or given to {@code HedgeSetup.unused}.
 *
 * <p><b>What stops hedges.</b> The budget: a bucket of tokens, filled by first attempts. Too few
 * samples. And load: if calls are slow because all replicas are, copies make it worse
 * (scylladb/scylladb#3156). A hedge that is stopped is not sent; its call goes on.
 *
 * <p>Whatever goes wrong with what a user supplied is said once through the {@code System.Logger}
 * named {@code org.curtail}.
 *
 * <p><b>Inside.</b> A {@code CallUnderWay} is a call and an entry of the timer ({@code TimedCall})
 * in one, the {@code AnswerFuture} is what its caller gets, and an {@code AttemptUnderWay} is one
 * of its attempts. Only the future holds the answer: a timer may know a call for long after its
 * end. Each has one word of state, which is exchanged and never locked, since users' code may call
 * back at any point. {@code HedgeParts} are what all calls of a hedge share: the {@code Schedule}
 * (the policy in nanoseconds), the {@code HedgeGate}, which says whether a hedge that is due may be
 * sent, the {@code HedgeMeters} and {@code LiveTimes}, and the {@code HedgeListeners}, which keep
 * what users supply from doing harm and tell the {@code HedgeRecording}, which makes {@code
 * HedgeEvents} for the JDK Flight Recorder where there is one. {@code CallNumbers} and {@code
 * SplitMix} decide which calls are hedged without any state that threads meet at.
 *
 * <p>There is one {@code HedgeTimer} for all calls of a hedge: a stack without a lock, onto which
 * callers push, and a heap ({@code TimerHeap}), into which one thread takes what is not over by
 * then. The thread ({@code TimerThread}) belongs to the hedge and not to the JVM, since it runs
 * users' code. Time is an argument of the timer, so tests step it.
 *
 * <p>Another thread, of low priority ({@code WatchThread}), lets the {@code HedgeWatch} take a step
 * each second. It takes in the {@code SeenCalls}, a fair sample of what has ended, and asks the
 * pure {@code LoadRule} of {@code org.curtail.reissue} how many hedges may go, and, if the hedge is
 * adaptive, the {@code ReissueLearner} for a plan. {@code CopiesFare} tells a slow replica from
 * slow replicas. The {@code LoadGuard} acts at once, where the watch needs seconds.
 */
@NullMarked
package org.curtail.hedge;

import org.jspecify.annotations.NullMarked;
