package org.curtail.workflow;

/** The kind of reissue policy by which a stage spends its share of copies. */
public enum Realisation {
  /**
   * The delay and the probability of least variance (SingleR). It comes near every point of the
   * convex hull; hardly any time-out does.
   */
  SINGLE_R,

  /**
   * A plain time-out (SingleD): the least delay that no more than the share of calls exceeds, as in
   * Kwiken, section 4.1.1.
   */
  TIME_OUT
}
