package org.curtail.speed;

import org.curtail.Prediction;

/** What a {@link SpeedPolicy} sees of a request. Valid during the call only. */
public interface SpeedRequest {
  /** What {@link #speedClass} is of a request that has not started. */
  int NONE = -1;

  /** Since it arrived, in nanoseconds. */
  long ageNanos();

  /** Since it started, in nanoseconds; 0 if it has not. */
  long servedNanos();

  /** The work that it has had: nanoseconds on a core of speed 1. */
  double attainedNanos();

  /** What was said of its demand beforehand; on a core of speed 1. */
  Prediction prediction();

  /** Where it runs; {@link #NONE} if it has not started. */
  int speedClass();

  /** Whether none that arrived before it is still there. */
  boolean isOldest();
}
