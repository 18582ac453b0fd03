package org.curtail.replicas;

/** A copy of a call at a server. */
final class Copy {
  /** State of a copy. */
  enum State {
    WAITING,
    SERVED,
    GONE
  }

  private static final double NANOS_PER_MILLI = 1e6;

  final Call call;

  /** 0 for the original. */
  final int attempt;

  final Server server;
  final double sentMillis;

  /** Service time on this server. */
  final double workMillis;

  /** Number of other requests at the server when it was sent. */
  final int inSystemBefore;

  State state = State.WAITING;

  /** Begin of its service. */
  double startedMillis;

  /** True while a cancelled copy is stopping; its answer will be dropped. */
  boolean cancelled;

  /** Progress in the server's own measure. */
  double progress;

  /** Place among the served copies. */
  int place;

  /** Events with an earlier stamp are void. */
  int stamp;

  Copy(Call call, int attempt, Server server, double sentMillis, double workMillis) {
    this.call = call;
    this.attempt = attempt;
    this.server = server;
    this.sentMillis = sentMillis;
    this.workMillis = workMillis;
    inSystemBefore = server.inSystem();
  }

  /** True if it is at its server and not cancelled. */
  boolean isWanted() {
    return state != State.GONE && !cancelled;
  }

  /** Returns the time since it was sent. */
  double responseMillis(double nowMillis) {
    return elapsedMillis(sentMillis, nowMillis);
  }

  /**
   * Returns a duration rounded to nanoseconds: sums of clock times are off in their last bits,
   * which would make equal times of a log unequal.
   */
  static double elapsedMillis(double fromMillis, double toMillis) {
    return Math.rint((toMillis - fromMillis) * NANOS_PER_MILLI) / NANOS_PER_MILLI;
  }
}
