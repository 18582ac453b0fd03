package org.curtail.workflow;

/**
 * The number of servers that a visit of a stage asks, and the number of answers that end the visit.
 * Each server's time is drawn independently from the stage's times; with {@link ResponderTraces}, a
 * visit takes the times of one trace. Each call may have a copy of its own.
 *
 * @param count servers asked: 1 to {@value #MOST}
 * @param needed answers that end the visit: 1 to {@code count}
 */
public record Responders(int count, int needed) {
  /** Greatest number of servers that a stage can ask. */
  public static final int MOST = 10_000;

  /** A single server. */
  public static final Responders ONE = new Responders(1, 1);

  public Responders {
    if (count < 1 || count > MOST) {
      throw new IllegalArgumentException("count must be from 1 to " + MOST + ": " + count);
    }
    if (needed < 1 || needed > count) {
      throw new IllegalArgumentException("needed must be from 1 to count " + count + ": " + needed);
    }
  }

  /** Returns responders that must all answer. */
  public static Responders allOf(int count) {
    return new Responders(count, count);
  }

  /**
   * Returns responders with a share of needed answers, rounded up to whole answers.
   *
   * @param share above 0, at most 1
   */
  public static Responders share(int count, double share) {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("share must be above 0 and at most 1: " + share);
    }
    // 0.07 * 100 is above 7 in binary.
    return new Responders(count, Math.max(1, (int) Math.ceil(share * count - 1e-9)));
  }
}
