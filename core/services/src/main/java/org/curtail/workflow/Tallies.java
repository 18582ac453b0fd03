package org.curtail.workflow;

/** What is counted while requests run, stage by stage. Not thread-safe. */
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
   * A request has ended.
   *
   * @param whole share of its utility that was not lost
   */
  void ended(double whole) {
    requests++;
    wholeRequests += whole;
  }

  /** Of utility, per request. */
  double loss() {
    return Math.max(0, 1 - wholeRequests / requests);
  }

  /** A cost as a share of what all first visits cost. */
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
