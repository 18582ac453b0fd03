package org.curtail.traces.workflow;

/**
 * Order of two calls of the same caller: one begins after the other has ended.
 *
 * @param before place of the first call
 * @param after place of the second call
 * @param requests number of requests with both calls
 * @param support share of these requests with this order
 */
public record CallEdge(int before, int after, int requests, double support) {}
