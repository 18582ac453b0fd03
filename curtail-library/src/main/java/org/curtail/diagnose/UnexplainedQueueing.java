package org.curtail.diagnose;

import java.util.List;

/**
 * Whether requests wait longer than the load explains.
 *
 * @param requests that were counted
 * @param servers that served them
 * @param utilization of the servers, 0 to 1
 * @param meanInQueue requests that waited, on average over time
 * @param littleInQueue that number by Little's law: the rate of arrivals times the mean wait. Far
 *     from {@code meanInQueue}, requests are missing.
 * @param meanWaitNanos that was seen
 * @param expectedWaitNanos that the load explains: of an M/G/k queue
 * @param withBurstsNanos that the load explains with arrivals as uneven as they came
 * @param verdict in one word
 */
public record UnexplainedQueueing(
    int requests,
    int servers,
    double utilization,
    double meanInQueue,
    double littleInQueue,
    double meanWaitNanos,
    double expectedWaitNanos,
    double withBurstsNanos,
    Verdict verdict) {
  /** Where the wait comes from. */
  public enum Verdict {
    /** From the load. */
    EXPLAINED,
    /** From arrivals in bursts. */
    BURSTS,
    /** From something that the load does not explain. */
    UNEXPLAINED,
    /** The servers cannot carry the load. */
    OVERLOADED,
    /** Too few requests. */
    UNKNOWN
  }

  /** Of requests of one server, by when it received, started and ended them. */
  public static UnexplainedQueueing of(List<RequestEvidence> requests, int servers) {
    throw new UnsupportedOperationException();
  }
}
