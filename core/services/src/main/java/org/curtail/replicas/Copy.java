package org.curtail.replicas;

/** A copy of a call at a server. */
final class Copy {
  /** Where it is. */
  enum State {
    WAITING,
    SERVED,
    GONE
  }

  private static final double NANOS_PER_MILLI = 1e6;

  final Call call;

  /** 0 for the first one. */
  final int attempt;

  final Server server;
  final double sentMillis;

  /** How long it computes on this server. */
  final double workMillis;

  /** Requests that the server had when it was sent, without it. */
  final int inSystemBefore;

  State state = State.WAITING;

  /** When its service began. */
  double startedMillis;

  /** Its answer will be dropped: what it costs to stop is all that is left of it. */
  boolean cancelled;

  /** What its server knows of its progress. */
  double progress;

  /** Its place among those served. */
  int place;

  /** Events of before this number are void. */
  int stamp;

  Copy(Call call, int attempt, Server server, double sentMillis, double workMillis) {
    this.call = call;
    this.attempt = attempt;
    this.server = server;
    this.sentMillis = sentMillis;
    this.workMillis = workMillis;
    inSystemBefore = server.inSystem();
  }

  /** Whether it is at its server and has not been told to stop. */
  boolean isWanted() {
    return state != State.GONE && !cancelled;
  }

  /** How long ago it was sent. */
  double responseMillis(double nowMillis) {
    return elapsedMillis(sentMillis, nowMillis);
  }

  /**
   * Rounded to nanoseconds: the sums of a clock are off in their last bits, which would make equal
   * times of a log unequal.
   */
  static double elapsedMillis(double fromMillis, double toMillis) {
    return Math.rint((toMillis - fromMillis) * NANOS_PER_MILLI) / NANOS_PER_MILLI;
  }
}
