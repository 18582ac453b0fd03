package org.curtail.grpc;

/**
 * Numbers of an interceptor's calls by treatment. {@link org.curtail.hedge.HedgeMetrics} counts
 * attempts. Immutable.
 *
 * @param hedgeable calls that the hedge got
 * @param streaming calls that passed through because they are not unary
 * @param undeclared unary calls that passed through because their method is not declared idempotent
 * @param unrepeatable calls that passed through because their request is too long, can be read only
 *     once, or is not exactly one message
 * @param ended calls that were cancelled before sending, or passed through because the hedge is
 *     closed
 * @param heldBack attempts that were not sent because of a server's {@code grpc-retry-pushback-ms}
 */
public record HedgingCounts(
    long hedgeable,
    long streaming,
    long undeclared,
    long unrepeatable,
    long ended,
    long heldBack) {}
