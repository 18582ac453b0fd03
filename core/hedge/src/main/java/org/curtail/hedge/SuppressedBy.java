package org.curtail.hedge;

/** Why an attempt that was due was not sent. Its call goes on with the attempts that it has. */
public enum SuppressedBy {
  /** The {@link HedgeBudget} was used up. */
  BUDGET,

  /** Too few calls were answered so far to rely on, see {@link HedgeSetup#leastSamples}. */
  LEAST_SAMPLES,

  /** All replicas seem slow or failing at once, so that more attempts would make it worse. */
  LOAD
}
