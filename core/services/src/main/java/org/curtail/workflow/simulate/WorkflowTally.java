package org.curtail.workflow.simulate;

import java.util.function.ToDoubleFunction;
import org.curtail.workflow.Workflow;

/** Counts of a run, stage by stage. Not thread-safe. */
final class WorkflowTally {
  private final Workflow workflow;
  private final StageTally[] stages;
  private double wholeRequests;
  private long requests;

  WorkflowTally(Workflow workflow) {
    this.workflow = workflow;
    stages = new StageTally[workflow.stages().size()];
    for (int s = 0; s < stages.length; s++) {
      stages[s] = new StageTally();
    }
  }

  StageTally stage(int index) {
    return stages[index];
  }

  /**
   * Counts the end of a request.
   *
   * @param whole kept share of its utility
   */
  void ended(double whole) {
    requests++;
    wholeRequests += whole;
  }

  /** Returns the mean lost share of utility of a request. */
  double loss() {
    return Math.max(0, 1 - wholeRequests / requests);
  }

  /** Returns a cost as a share of the cost of all original visits. */
  double share(double cost) {
    double first = cost(stage -> stage.firstVisits);
    return first > 0 ? cost / first : 0;
  }

  private double cost(ToDoubleFunction<StageTally> visits) {
    double cost = 0;
    for (int s = 0; s < stages.length; s++) {
      cost += visits.applyAsDouble(stages[s]) * workflow.stages().get(s).cost();
    }
    return cost;
  }

  double copiesCost() {
    return cost(stage -> stage.copiedVisits);
  }

  double lateCopiesCost() {
    return cost(stage -> stage.lateCopiedVisits);
  }

  double extraThreadTime() {
    double extra = 0;
    double time = 0;
    for (StageTally stage : stages) {
      extra += stage.extraThreadMillis;
      time += stage.callMillis;
    }
    return time > 0 ? extra / time : 0;
  }

  /** Counts of the visits of one stage. Not thread-safe. */
  static final class StageTally {
    private long visits;

    /** Visits that are not within a copy. */
    private long firstVisits;

    private long lateVisits;
    private long calls;
    private long copies;

    /**
     * Number of copies, as a number of visits: visits within copies of callers, and the stage's own
     * copies of calls.
     */
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
     * @param whole share of needed responders that the visit waited for
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
     * @param late true if the visit began late
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
     * @param millis time of the calls with one thread each
     * @param extraMillis additional thread time of more threads
     */
    void threads(double millis, double extraMillis) {
      callMillis += millis;
      extraThreadMillis += extraMillis;
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
}
