package org.curtail.workflow.plan;

/** The kind of reissue policy by which a stage spends its share of copies. */
public enum Realisation {
  /**
   * The delay and the probability of least variance (SingleR). SingleR is near the convex hull
   * everywhere; a time-out rarely is.
   */
  SINGLE_R,

  /**
   * A plain time-out (SingleD; Kwiken, section 4.1.1): the least delay that at most the share of
   * calls exceeds.
   */
  TIME_OUT
}
