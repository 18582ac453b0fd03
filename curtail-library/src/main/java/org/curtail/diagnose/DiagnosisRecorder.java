package org.curtail.diagnose;

import org.curtail.signals.Pause;

/**
 * Tells the JDK Flight Recorder what is known of requests: {@code curtail.RequestEvidence} and
 * {@code curtail.Stint} of all, {@code curtail.Pause}, and {@code curtail.SlowRequest} of the slow
 * ones. While nobody records, a call is a test and allocates nothing. Safe for all threads.
 */
public final class DiagnosisRecorder {
  /** A request has ended. */
  public static void ended(RequestEvidence evidence) {
    throw new UnsupportedOperationException();
  }

  /** The process has paused. */
  public static void paused(Pause pause) {
    throw new UnsupportedOperationException();
  }

  /** A request was slow. */
  public static void slow(Breakdown request, MainCause mainCause) {
    throw new UnsupportedOperationException();
  }

  private DiagnosisRecorder() {}
}
