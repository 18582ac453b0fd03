package org.curtail.automatic;

/** What comparing a policy with the safe one has shown. */
public enum Verdict {
  /** It is worse than the safe one by more than the stated amount, in mean or 95th percentile. */
  HARM,
  /** It is not worse by more than that, in mean and 95th percentile. */
  NO_HARM,
  /** Neither is shown. */
  NOT_KNOWN
}
