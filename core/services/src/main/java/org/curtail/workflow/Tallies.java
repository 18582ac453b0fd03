package org.curtail.workflow;

/** Counts of a run, stage by stage. Not thread-safe. */
final class Tallies {
  private final Workflow workflow;
  private final StageTally[] stages;
  private double wholeRequests;
  private long requests;

  Tallies(Workflow workflow) {
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
   * @param whole share of its utility that was not lost
   */
  void ended(double whole) {
    requests++;
    wholeRequests += whole;
  }

  /** Returns the lost share of utility per request. */
  double loss() {
    return Math.max(0, 1 - wholeRequests / requests);
  }

  /** Returns a cost as a share of the cost of all original visits. */
  double share(double cost) {
    double first = firstCost();
    return first > 0 ? cost / first : 0;
  }

  private double firstCost() {
    double cost = 0;
    for (int s = 0; s < stages.length; s++) {
      cost += stages[s].firstVisits() * workflow.stages().get(s).cost();
    }
    return cost;
  }

  double copiesCost() {
    double cost = 0;
    for (int s = 0; s < stages.length; s++) {
      cost += stages[s].copiedVisits() * workflow.stages().get(s).cost();
    }
    return cost;
  }

  double lateCopiesCost() {
    double cost = 0;
    for (int s = 0; s < stages.length; s++) {
      cost += stages[s].lateCopiedVisits() * workflow.stages().get(s).cost();
    }
    return cost;
  }

  double extraThreadTime() {
    double extra = 0;
    double time = 0;
    for (StageTally stage : stages) {
      extra += stage.extraThreadMillis();
      time += stage.callMillis();
    }
    return time > 0 ? extra / time : 0;
  }
}
