package org.curtail.workflow;

/** Counts of the visits of one stage. Not thread-safe. */
final class StageTally {
  private long visits;
  private long firstVisits;
  private long lateVisits;
  private long calls;
  private long copies;
  private double copiedVisits;
  private double lateCopiedVisits;
  private double starts;
  private double lost;
  private double callMillis;
  private double extraThreadMillis;
  private double mean;
  private double squares;

  /**
   * Counts a visit.
   *
   * @param latencyMillis latency with all nested stages
   * @param startMillis start since the request began
   * @param whole share of needed responders that it waited for
   */
  void visit(double latencyMillis, double startMillis, double whole) {
    visits++;
    starts += startMillis;
    lost += 1 - whole;
    double off = latencyMillis - mean;
    mean += off / visits;
    squares += off * (latencyMillis - mean);
  }

  /**
   * Counts the calls of a visit.
   *
   * @param asked original calls
   * @param copied copies
   * @param withinCopy true if the visit is within a copy of another stage
   * @param late true if it began late
   */
  void calls(int asked, int copied, boolean withinCopy, boolean late) {
    calls += asked;
    copies += copied;
    double extra = (double) copied / asked;
    if (withinCopy) {
      extra++;
    } else {
      firstVisits++;
    }
    copiedVisits += extra;
    if (late) {
      lateVisits++;
      lateCopiedVisits += extra;
    }
  }

  /**
   * Counts the time of calls.
   *
   * @param millis with one thread each
   * @param extraMillis additional thread time of more threads
   */
  void threads(double millis, double extraMillis) {
    callMillis += millis;
    extraThreadMillis += extraMillis;
  }

  /** Returns the number of visits that are not within a copy. */
  long firstVisits() {
    return firstVisits;
  }

  /** Returns the copies in visits: visits within copies, and the stage's own copies of calls. */
  double copiedVisits() {
    return copiedVisits;
  }

  double lateCopiedVisits() {
    return lateCopiedVisits;
  }

  double callMillis() {
    return callMillis;
  }

  double extraThreadMillis() {
    return extraThreadMillis;
  }

  double reissueFraction() {
    return calls == 0 ? 0 : (double) copies / calls;
  }

  double lateFraction() {
    return perVisit((double) lateVisits);
  }

  double loss() {
    return perVisit(lost);
  }

  double meanStartMillis() {
    return perVisit(starts);
  }

  double meanMillis() {
    return mean;
  }

  double varianceMillisSquared() {
    return perVisit(squares);
  }

  private double perVisit(double sum) {
    return visits == 0 ? 0 : sum / visits;
  }
}
