package org.curtail.cli.diagnose.observer;

/**
 * Values that an {@link Observer} read of one thread at one moment.
 *
 * @param beforeNanos the clock before the look
 * @param afterNanos the clock after the look, at least {@code beforeNanos}
 * @param slot slot of the thread in the tag words
 * @param request request that the thread served; 0 if none
 * @param phase phase of the request
 * @param arrivalNanos arrival of the request; 0 if none is served
 * @param startNanos begin of its thread; 0 if none is served
 * @param chunk the current chunk
 * @param count count of the thread's work; never decreases
 * @param cpuNanos CPU time of the thread so far; -1 if that was not read
 */
public record Sample(
    long beforeNanos,
    long afterNanos,
    int slot,
    long request,
    int phase,
    long chunk,
    long arrivalNanos,
    long startNanos,
    long count,
    long cpuNanos) {}
