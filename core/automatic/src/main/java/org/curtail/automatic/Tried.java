package org.curtail.automatic;

/**
 * What it came to that some requests tried more threads, to learn what these bring.
 *
 * @param requests that did, at least 0
 * @param coreNanos that they took beyond what one thread each would have taken, an estimate
 */
public record Tried(long requests, long coreNanos) {}
