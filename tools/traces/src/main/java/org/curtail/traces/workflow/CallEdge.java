package org.curtail.traces.workflow;

/**
 * Order of two calls of the same caller: one begins after the other has ended.
 *
 * @param before place of the call that ends first
 * @param after place of the call that begins then
 * @param requests number of requests with both
 * @param support share of these with this order
 */
public record CallEdge(int before, int after, int requests, double support) {}
