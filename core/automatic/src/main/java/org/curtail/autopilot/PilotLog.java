package org.curtail.autopilot;

import java.util.ArrayDeque;
import java.util.List;
import java.util.OptionalLong;
import org.curtail.automatic.Pilot;
import org.curtail.automatic.PilotEvent;
import org.curtail.automatic.guard.Regret;
import org.curtail.runtime.Autopilot;
import org.curtail.runtime.Metrics;

/**
 * Log of a {@link Pilot}'s decisions in plain words, with their counts, for an engine or a
 * simulation. It does not influence the pilot. For one thread at a time, that of the pilot.
 */
public final class PilotLog {
  private final Pilot pilot;
  private final int most;
  private final ArrayDeque<Autopilot.Decision> latest = new ArrayDeque<>();

  private long seen;
  private String serving = Autopilot.Decision.SAFE;
  private long plans;
  private long plansFailed;
  private long switches;
  private long fallBacks;
  private long drifts;
  private long requests;
  private long safeRequests;
  private OptionalLong requestsBeforePlan;

  /**
   * Creates a log for a pilot without events.
   *
   * @param beginsWithPlan true if the pilot's knowledge contains a plan
   * @param most most decisions to keep, the latest; at least 1
   */
  public PilotLog(Pilot pilot, boolean beginsWithPlan, int most) {
    this.pilot = pilot;
    this.most = most;
    requestsBeforePlan = beginsWithPlan ? OptionalLong.of(0) : OptionalLong.empty();
  }

  /** Counts a request that the pilot counts too. */
  public void arrived() {
    requests++;
    if (pilot.isBaseline()) {
      safeRequests++;
    }
  }

  /**
   * Returns the pilot's events since the last call, oldest first. Call it after each call that may
   * decide, since a pilot keeps a bounded number.
   */
  public List<PilotEvent> look() {
    long count = pilot.eventCount();
    if (count == seen) {
      return List.of();
    }
    List<PilotEvent> kept = pilot.events();
    int newCount = (int) Math.min(count - seen, kept.size());
    seen = count;
    List<PilotEvent> newEvents = kept.subList(kept.size() - newCount, kept.size());
    newEvents.forEach(this::add);
    return newEvents;
  }

  private void add(PilotEvent event) {
    switch (event) {
      case PilotEvent.Planned planned -> {
        plans++;
        if (requestsBeforePlan.isEmpty()) {
          requestsBeforePlan = OptionalLong.of(requests);
        }
      }
      case PilotEvent.PlanFailed failed -> plansFailed++;
      case PilotEvent.Switched switched -> {
        switches++;
        serving = switched.to();
      }
      case PilotEvent.FellBack back -> fallBacks++;
      case PilotEvent.Drifted drifted -> drifts++;
      case PilotEvent.LoadChanged changed -> {}
      case PilotEvent.Learned learned -> {}
      case PilotEvent.Explored explored -> {}
      case PilotEvent.PlanBegun begun -> {}
      case PilotEvent.Cleared cleared -> {}
      case PilotEvent.StayedSafe stayed -> {}
      case PilotEvent.ClockJumped jumped -> {}
      case PilotEvent.Frozen frozen -> {}
    }
    if (latest.size() == most) {
      latest.removeFirst();
    }
    latest.addLast(
        new Autopilot.Decision(
            event.nanos(), Decisions.kind(event), Decisions.what(event), event.reason(), serving));
  }

  /** Returns the latest decisions at the last {@link #look}, oldest first. */
  public List<Autopilot.Decision> decisions() {
    return List.copyOf(latest);
  }

  /** Returns the counts at the last {@link #look}, with the costs. */
  public Metrics.Decisions counts() {
    Regret regret = pilot.regret();
    return new Metrics.Decisions(
        plans,
        plansFailed,
        switches,
        fallBacks,
        drifts,
        requests,
        safeRequests,
        requestsBeforePlan,
        pilot.explorationCost().requests(),
        pilot.explorationCost().coreNanos(),
        regret.responseNanos(),
        regret.baselineCostNanos() + regret.harmNanos(),
        regret.gainNanos(),
        pilot.classes());
  }
}
