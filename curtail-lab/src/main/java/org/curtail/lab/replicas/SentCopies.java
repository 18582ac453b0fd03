package org.curtail.lab.replicas;

/**
 * Copies beside the first ones.
 *
 * @param sent how many were sent
 * @param overBudget were due and not sent because the budget was used up
 * @param overLoad were due and not sent because all replicas seemed slow
 * @param tooEarly were due and not sent because too little was known yet
 */
record SentCopies(long sent, long overBudget, long overLoad, long tooEarly) {
  static final SentCopies NONE = new SentCopies(0, 0, 0, 0);

  /** What came since an earlier moment. */
  SentCopies since(SentCopies earlier) {
    return new SentCopies(
        sent - earlier.sent,
        overBudget - earlier.overBudget,
        overLoad - earlier.overLoad,
        tooEarly - earlier.tooEarly);
  }

  SentCopies plus(SentCopies more) {
    return new SentCopies(
        sent + more.sent,
        overBudget + more.overBudget,
        overLoad + more.overLoad,
        tooEarly + more.tooEarly);
  }
}
