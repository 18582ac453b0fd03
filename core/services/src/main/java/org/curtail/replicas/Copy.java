package org.curtail.replicas;

/** An attempt of a call at a server: the original or a copy. */
final class Copy {
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

  /** Number of other requests at the server at the time of sending. */
  final int inSystemBefore;

  State state = State.WAITING;

  double startedMillis;

  /** True while a cancelled copy is stopping; its answer will be dropped. */
  boolean cancelled;

  /** Progress, as defined by the server's class. */
  double progress;

  /** Index in the server's list of served copies. */
  int place;

  /** Version of the planned end. Events with an earlier stamp are ignored. */
  int stamp;

  Copy(Call call, int attempt, Server server, double sentMillis, double workMillis) {
    this.call = call;
    this.attempt = attempt;
    this.server = server;
    this.sentMillis = sentMillis;
    this.workMillis = workMillis;
    inSystemBefore = server.inSystem();
  }

  /** True if this copy is at its server and not cancelled. */
  boolean isWanted() {
    return state != State.GONE && !cancelled;
  }

  /** Returns the time since this copy was sent. */
  double responseMillis(double nowMillis) {
    return elapsedMillis(sentMillis, nowMillis);
  }

  /**
   * Returns a duration rounded to nanoseconds. Without it, rounding errors of clock times would
   * make equal times of a log unequal.
   */
  static double elapsedMillis(double fromMillis, double toMillis) {
    return Math.rint((toMillis - fromMillis) * NANOS_PER_MILLI) / NANOS_PER_MILLI;
  }
}
