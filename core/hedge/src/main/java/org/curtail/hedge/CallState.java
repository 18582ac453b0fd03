package org.curtail.hedge;

import org.curtail.hedge.HedgeListener.CallEnd.Outcome;

/** The number in which a {@link CallUnderWay} keeps how far it has come. */
final class CallState {
  /** Added for each attempt that is sent. */
  static final int ONE_SENT = 1;

  /** Added for each attempt that has failed. */
  static final int ONE_FAILED = 1 << 8;

  /** Set once the call has ended. */
  static final int ENDED = 1 << 16;

  /** Set once a probe's two attempts have been looked at. */
  static final int REVIEWED = 1 << 17;

  /** Set once an attempt has said that there is to be none after it. */
  static final int NO_MORE = 1 << 18;

  /** Set once its end is counted. */
  static final int COUNTED = 1 << 19;

  /** From this bit on stands how it ended. */
  private static final int OUTCOME = 20;

  private static final Outcome[] OUTCOMES = Outcome.values();

  private CallState() {}

  /** The state of a call that ends so. */
  @SuppressWarnings("EnumOrdinal") // Read back by the same program only.
  static int ended(int state, Outcome outcome) {
    return state | ENDED | outcome.ordinal() << OUTCOME;
  }

  /** How it ended. */
  static Outcome outcome(int state) {
    return OUTCOMES[state >>> OUTCOME];
  }

  /** Attempts that were sent, the first one counted. */
  static int sent(int state) {
    return state & 0xFF;
  }

  /** Attempts that have failed. */
  static int failures(int state) {
    return state >>> 8 & 0xFF;
  }
}
