/**
 * Hedging for gRPC clients: a unary call that has no answer yet is sent again, to another replica,
 * as a {@code org.curtail.hedge.Hedge} decides. Runs on Java 21 or later, with the grpc-java that
 * its user brings.
 *
 * <ul>
 *   <li>{@link org.curtail.grpc.HedgingInterceptor} hedges the calls of a channel or a stub.
 *   <li>{@link org.curtail.grpc.HedgingRules} says which calls are hedged, and which failures end a
 *       call.
 *   <li>{@link org.curtail.grpc.HedgingCounts} says how many calls were hedged or passed through.
 *   <li>{@link org.curtail.grpc.ReplicaHint} tells interceptors and load balancers which attempt it
 *       is, and which replicas it should avoid.
 *   <li>{@link org.curtail.grpc.OtherReplicaProvider} is a load balancing policy that avoids them.
 * </ul>
 *
 * <p><b>Inside.</b> A {@code HedgedClientCall} is what the caller has in hand. It gathers the
 * request; from the caller's half-close on, the hedge starts an {@code AttemptCall} for each
 * attempt, a gRPC call of its own that keeps what its server answers. {@code AttemptRules} say
 * whether the end of an attempt ends the call. The attempt that the hedge chooses is given to the
 * caller by a {@code Delivery}, one message for each that the caller requests. A {@code Pushback}
 * keeps what servers say of further attempts, a {@code Delay} is the time that one waits for that,
 * a {@code ReplicaWatch} learns which server an attempt went to. What cannot be hedged becomes an
 * {@code OrdinaryCall}: the caller then sees what it would see without the interceptor. The tests
 * hold both side by side.
 */
@NullMarked
package org.curtail.grpc;

import org.jspecify.annotations.NullMarked;
