package org.curtail.workflow;

/**
 * What catching up took.
 *
 * @param lateShare share of the visits that began late and were sped up
 * @param cost what it cost, as a share of what all first visits cost: of {@link CatchUp.Threads}
 *     the cost of late visits for each thread more, of {@link CatchUp.GlobalReissue} what copies of
 *     late visits cost, of {@link CatchUp.Priority} what late visits cost, which is the work that
 *     goes before others' but no work more
 * @param extraThreadShare threads beyond the first that attempts were given, per attempt
 * @param refusedShare share of the visits that began late and were not sped up for want of budget
 */
public record CatchUpUse(
    double lateShare, double cost, double extraThreadShare, double refusedShare) {
  /** Nothing. */
  public static final CatchUpUse NONE = new CatchUpUse(0, 0, 0, 0);
}
