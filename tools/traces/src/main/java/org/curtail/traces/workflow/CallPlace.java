package org.curtail.traces.workflow;

/**
 * A call at its place in the requests of a workflow: the n-th call of its kind in one visit.
 *
 * @param name name, unique in the workflow
 * @param parent place of the caller; -1 for the root
 * @param called caller and called stage
 * @param number number among the calls of the same kind in one visit, from 1
 * @param share share of the requests with this call
 * @param ownMillis mean time of a visit without the calls below it
 * @param cost mean work time of a visit on the called server, in milliseconds; above 0
 */
public record CallPlace(
    String name,
    int parent,
    CallTarget called,
    int number,
    double share,
    double ownMillis,
    double cost) {}
