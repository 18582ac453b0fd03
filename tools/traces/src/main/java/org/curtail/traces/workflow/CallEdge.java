package org.curtail.traces.workflow;

/**
 * That a call begins after another of the same caller has ended.
 *
 * @param before place of the call that ends first
 * @param after place of the one that begins then
 * @param requests that have both
 * @param support share of these in which it is so
 */
public record CallEdge(int before, int after, int requests, double support) {}
