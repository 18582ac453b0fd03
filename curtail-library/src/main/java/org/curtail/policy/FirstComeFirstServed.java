package org.curtail.policy;

/**
 * One thread for every request, no more requests at a time than cores; the others wait in order of
 * arrival, and nobody is set aside: the queue without parallelism. {@link Sequential} has no queue,
 * its requests share the cores.
 */
public record FirstComeFirstServed() implements OneThreadEach {}
