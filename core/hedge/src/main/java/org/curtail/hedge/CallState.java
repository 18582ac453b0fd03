package org.curtail.hedge;

import org.curtail.hedge.HedgeListener.CallEnd.Outcome;

/** Bits of the state of a {@link CallUnderWay}. */
final class CallState {
  /** Added for each attempt that is sent. */
  static final int ONE_SENT = 1;

  /** Added for each attempt that has failed. */
  static final int ONE_FAILED = 1 << 8;

  /** Set once the call has ended. */
  static final int ENDED = 1 << 16;

  /** Set once a probe's two attempts have been reviewed. */
  static final int REVIEWED = 1 << 17;

  /** Set once an attempt has forbidden further ones. */
  static final int NO_MORE = 1 << 18;

  /** Set once its end is counted. */
  static final int COUNTED = 1 << 19;

  /** Lowest bit of the outcome. */
  private static final int OUTCOME = 20;

  private static final Outcome[] OUTCOMES = Outcome.values();

  private CallState() {}

  /** Returns the state of a call that ends with an outcome. */
  @SuppressWarnings("EnumOrdinal") // Read back by the same program only.
  static int ended(int state, Outcome outcome) {
    return state | ENDED | outcome.ordinal() << OUTCOME;
  }

  /** Returns the outcome of an ended call. */
  static Outcome outcome(int state) {
    return OUTCOMES[state >>> OUTCOME];
  }

  /** Returns the number of sent attempts, the first one included. */
  static int sent(int state) {
    return state & 0xFF;
  }

  /** Returns the number of failed attempts. */
  static int failures(int state) {
    return state >>> 8 & 0xFF;
  }
}
