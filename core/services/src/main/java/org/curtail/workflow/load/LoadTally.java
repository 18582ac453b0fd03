package org.curtail.workflow.load;

import org.curtail.workflow.Stage;
import org.curtail.workflow.load.WorkflowLoadResult.StageUse;

/** Counts of a stage under load. */
final class LoadTally {
  private final Stage stage;
  private final StageServers servers;
  final ObservedTimes seen;
  private long visits;
  private long firstVisits;
  private long calls;
  private long copies;
  private double copiedVisits;
  private long served;
  private double waitMillis;
  private double slotMillis;
  private double busyMillis;
  private double wonMillis;
  private long ended;
  private double visitMillis;
  private double lost;
  private long extraThreads;
  private int inSystem;
  private int mostEarly;
  private int leastLate = Integer.MAX_VALUE;

  LoadTally(Stage stage, StageServers servers, int requests) {
    this.stage = stage;
    this.servers = servers;
    seen = new ObservedTimes(stage, requests);
  }

  /** Progress of the arrivals. */
  enum Phase {
    EARLY,
    BETWEEN,
    LATE,
    OVER
  }

  void began(LoadVisit visit) {
    visits++;
    if (visit.scope.isCopy()) {
      copiedVisits++;
    } else {
      firstVisits++;
    }
  }

  void ended(LoadVisit visit, double nowMillis) {
    ended++;
    visitMillis += nowMillis - visit.beganMillis;
    lost += 1 - visit.share();
  }

  /** Counts an attempt that is sent to a server. */
  void sent(LoadAttempt attempt, Phase phase) {
    if (attempt.number == 0) {
      calls++;
    } else {
      copies++;
      copiedVisits += 1.0 / stage.responders().count();
    }
    inSystem++;
    if (phase == Phase.EARLY) {
      mostEarly = Math.max(mostEarly, inSystem);
    }
  }

  void started(LoadAttempt attempt) {
    served++;
    waitMillis += attempt.startedMillis - attempt.sentMillis;
    extraThreads += attempt.threads - 1;
  }

  /** Counts an attempt that has left its server. */
  void left(LoadAttempt attempt, double nowMillis, double horizonMillis, Phase phase) {
    if (attempt.state != LoadAttempt.State.WAITING) {
      slotMillis += attempt.threads * (nowMillis - attempt.startedMillis);
      busyMillis +=
          attempt.threads * Math.max(0, Math.min(nowMillis, horizonMillis) - attempt.startedMillis);
    }
    if (attempt.number == 0 && !attempt.call.visit.scope.isCopy()) {
      seen.left(attempt, nowMillis);
    }
    inSystem--;
    if (phase == Phase.LATE) {
      leastLate = Math.min(leastLate, inSystem);
    }
  }

  /** Begins the last third of the arrivals. */
  void beginLate() {
    leastLate = inSystem;
  }

  /** Counts the first attempt that answered its call. */
  void won(LoadAttempt attempt) {
    wonMillis += attempt.threads * (attempt.endMillis - attempt.startedMillis);
  }

  double firstCost() {
    return firstVisits * stage.cost();
  }

  double copiesCost() {
    return copiedVisits * stage.cost();
  }

  double slotMillis() {
    return slotMillis;
  }

  double wonMillis() {
    return wonMillis;
  }

  long visits() {
    return visits;
  }

  long attempts() {
    return calls + copies;
  }

  long extraThreads() {
    return extraThreads;
  }

  /**
   * True if the queue did not grow until the end, by the rule of {@link org.curtail.sim.Backlog}.
   * In the last third of the arrivals, the number of attempts fell at least once to the maximum of
   * the first third, or to the number of slots. The rule is checked for each stage: a stage with
   * partial answers can fall behind without a late request.
   */
  boolean keptUp() {
    long slots = servers.allSlots() * stage.responders().count();
    return leastLate == Integer.MAX_VALUE || leastLate <= Math.max(mostEarly, slots);
  }

  /** Returns the busy time of slots up to the last arrival. */
  double busyMillis() {
    return busyMillis;
  }

  /**
   * Returns the use of the stage.
   *
   * @param serversBusyMillis busy time of its servers, by all stages that share them
   */
  StageUse use(double horizonMillis, double serversBusyMillis) {
    double slots = (double) servers.allSlots() * stage.responders().count();
    return new StageUse(
        stage.name(),
        visits,
        calls == 0 ? 0 : copies / (double) calls,
        servers.mayQueue() && horizonMillis > 0 ? serversBusyMillis / (horizonMillis * slots) : 0,
        served == 0 ? 0 : waitMillis / served,
        ended == 0 ? 0 : visitMillis / ended,
        ended == 0 ? 0 : lost / ended,
        keptUp());
  }
}
