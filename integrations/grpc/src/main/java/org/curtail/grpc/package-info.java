/**
 * Hedging for gRPC clients: a unary call without an answer gets a copy at another replica, as a
 * {@code org.curtail.hedge.Hedge} decides. Runs on Java 21 or later, with the grpc-java that its
 * user provides.
 *
 * <ul>
 *   <li>{@link org.curtail.grpc.HedgingInterceptor} hedges the calls of a channel or a stub.
 *   <li>{@link org.curtail.grpc.HedgingRules} selects the hedged calls, and the failures that end a
 *       call.
 *   <li>{@link org.curtail.grpc.HedgingCounts} counts calls that were hedged or passed through.
 *   <li>{@link org.curtail.grpc.ReplicaHint} gives interceptors and load balancers the number of an
 *       attempt, and the replicas to avoid.
 *   <li>{@link org.curtail.grpc.OtherReplicaProvider} is a load balancing policy that avoids them.
 * </ul>
 *
 * <p><b>Inside.</b> A {@code HedgedClientCall} is the caller's call. It gathers the request; from
 * the caller's half-close on, the hedge starts an {@code AttemptCall} for each attempt, a gRPC call
 * of its own that buffers its server's answer. {@code Attempts} decide whether the end of an
 * attempt ends the call. A {@code Delivery} gives the attempt chosen by the hedge to the caller,
 * one message for each that the caller requests. A {@code Pushback} keeps the servers' permission
 * for copies and retries, a {@code Delay} is the wait for it, a {@code ReplicaWatch} observes which
 * server an attempt goes to. A call that cannot be hedged becomes an ordinary one, which behaves as
 * without the interceptor. The tests compare both.
 */
@NullMarked
package org.curtail.grpc;

import org.jspecify.annotations.NullMarked;
