package org.curtail.diagnose;

import java.util.List;

/**
 * What a thread was at, at one moment.
 *
 * @param threadId of the thread
 * @param atNanos when, by the server's clock
 * @param frames methods, the running one first
 */
public record CodeSample(long threadId, long atNanos, List<String> frames) {}
