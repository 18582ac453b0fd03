package org.curtail.workflow;

/** How a stage spends its share of copies. */
public enum Realisation {
  /**
   * By the delay and the probability of least variance (SingleR): comes near every point of the
   * convex hull, though hardly any time-out does.
   */
  SINGLE_R,

  /**
   * By a plain time-out (SingleD): the least delay after which no more than the share of calls has
   * no answer, as Kwiken does it (section 4.1.1).
   */
  TIME_OUT
}
