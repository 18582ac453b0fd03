package org.curtail.grpc;

/**
 * Calls of an interceptor by treatment. The hedge counts their attempts. Immutable.
 *
 * @param hedgeable calls that were given to the hedge
 * @param streaming calls that passed through since they are not unary
 * @param undeclared unary calls that passed through since their method is not declared idempotent
 * @param unrepeatable calls that passed through since their request is too long, can be read only
 *     once, or is not exactly one message
 * @param ended calls that passed through since they were cancelled before they were sent, or since
 *     the hedge is closed
 * @param heldBack attempts that a server forbade ({@code grpc-retry-pushback-ms}): altogether, or
 *     until after the deadline
 */
public record HedgingCounts(
    long hedgeable,
    long streaming,
    long undeclared,
    long unrepeatable,
    long ended,
    long heldBack) {}
