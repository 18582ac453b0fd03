package org.curtail.automatic;

/** Counts requests that arrive in a part of a slice, and what they take. */
final class SliceTally {
  private int arrived;
  private int ended;

  /** Of those that arrived and have not ended, times since the slice began, summed. */
  private double pendingSum;

  private double responseSum;
  private int responses;

  /** A request arrived, so long after the slice began. */
  void arrived(long sinceBeginNanos) {
    arrived++;
    pendingSum += sinceBeginNanos;
  }

  /** One that arrived so long after the slice began has ended. */
  void ended(long sinceBeginNanos) {
    ended++;
    pendingSum -= sinceBeginNanos;
  }

  /** A response time that says something. */
  void response(long nanos) {
    responseSum += nanos;
    responses++;
  }

  /** Nobody waits any longer for those that have not ended. */
  void endPending() {
    ended = arrived;
  }

  boolean isAllEnded() {
    return ended >= arrived;
  }

  /** Requests that have not ended. */
  int pending() {
    return Math.max(arrived - ended, 0);
  }

  int arrived() {
    return arrived;
  }

  double pendingSum() {
    return pendingSum;
  }

  double responseSum() {
    return responseSum;
  }

  int responses() {
    return responses;
  }
}
