package org.curtail.traces.workflow;

/**
 * A call at its place in the requests of a workflow: the n-th of its kind in one visit.
 *
 * @param name unique in the workflow
 * @param parent place of the caller; -1 for the root
 * @param called caller and called stage
 * @param number from 1: a caller that calls a stage three times has three places
 * @param share share of the requests with it
 * @param ownMillis mean time of a visit not spent below it
 * @param cost mean work time of a visit on its own server, in milliseconds; above 0
 */
public record CallPlace(
    String name,
    int parent,
    CallTarget called,
    int number,
    double share,
    double ownMillis,
    double cost) {}
