/**
 * Hedging for gRPC clients: an unanswered unary call gets a copy at another replica, as a {@code
 * org.curtail.hedge.Hedge} decides. Needs Java 21 or later; the user provides grpc-java.
 *
 * <ul>
 *   <li>{@link org.curtail.grpc.HedgingInterceptor} hedges the calls of a channel or a stub.
 *   <li>{@link org.curtail.grpc.HedgingRules} selects hedged calls, and failures that end a call.
 *   <li>{@link org.curtail.grpc.HedgingCounts} counts calls that were hedged or passed through.
 *   <li>{@link org.curtail.grpc.ReplicaHint} is the number of an attempt and the replicas to avoid,
 *       for interceptors and load balancers.
 *   <li>{@link org.curtail.grpc.OtherReplicaProvider} is a load balancing policy that avoids
 *       replicas of earlier attempts.
 * </ul>
 *
 * <p><b>Inside.</b> A {@code HedgedClientCall} is the caller's call, and gathers the request. After
 * the caller's half-close, the hedge starts an {@code AttemptCall} for each attempt: a gRPC call
 * that buffers its server's answer. {@code Attempts} decides whether the end of an attempt ends the
 * call. {@code Delivery} delivers the chosen attempt to the caller. {@code Pushback} holds the
 * servers' limits of copies and retries, and {@code Delay} delays an attempt. {@code ReplicaWatch}
 * observes the server of an attempt. A call that cannot be hedged becomes an ordinary call, as
 * without the interceptor.
 */
@NullMarked
package org.curtail.grpc;

import org.jspecify.annotations.NullMarked;
