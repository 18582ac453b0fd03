package org.curtail.grpc;

/**
 * How many calls an interceptor has seen, by what became of them. What became of their attempts is
 * counted by the hedge. Immutable.
 *
 * @param hedgeable calls that were given to the hedge
 * @param streaming calls that passed through since they are not unary
 * @param undeclared unary calls that passed through since nothing says that their method may run
 *     more than once
 * @param unrepeatable calls that passed through since their request is too long, can be read only
 *     once, or is not exactly one message
 * @param ended calls that passed through since they were cancelled before they were sent, or since
 *     the hedge is closed
 * @param heldBack attempts that were not sent since a server had said so ({@code
 *     grpc-retry-pushback-ms}): not at all, or not before the deadline
 */
public record HedgingCounts(
    long hedgeable,
    long streaming,
    long undeclared,
    long unrepeatable,
    long ended,
    long heldBack) {}
