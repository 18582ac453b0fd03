package org.curtail.traces.workflow;

/**
 * A call at its place in the requests of a workflow: the n-th of its kind that one visit makes.
 *
 * @param name unique in the workflow
 * @param parent place of the caller, among all; -1 for the root
 * @param called what is called, and by whom
 * @param number from 1: a caller that calls a stage three times has three places
 * @param share of the requests that have it
 * @param ownMillis mean time of a visit that is not spent below it
 * @param cost mean time of a visit that its own server works, in milliseconds; above 0
 */
public record CallPlace(
    String name,
    int parent,
    Called called,
    int number,
    double share,
    double ownMillis,
    double cost) {}
