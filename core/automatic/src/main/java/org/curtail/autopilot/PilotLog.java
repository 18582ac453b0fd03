package org.curtail.autopilot;

import java.util.ArrayDeque;
import java.util.List;
import java.util.OptionalLong;
import org.curtail.automatic.Pilot;
import org.curtail.automatic.PilotEvent;
import org.curtail.automatic.Regret;
import org.curtail.runtime.Autopilot;
import org.curtail.runtime.Metrics;

/**
 * Counts what a {@link Pilot} decides, and keeps it in plain words; of an engine and of a
 * simulation alike. Only looks: the pilot does not know of it. For one thread at a time, that of
 * the pilot.
 */
public final class PilotLog {
  private final Pilot pilot;
  private final int most;
  private final ArrayDeque<Autopilot.Decision> latest = new ArrayDeque<>();

  private long told;
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
   * Of a pilot that was told nothing yet.
   *
   * @param beginsWithPlan whether it is told a plan by what it knows
   * @param most decisions to keep, the latest; at least 1
   */
  public PilotLog(Pilot pilot, boolean beginsWithPlan, int most) {
    this.pilot = pilot;
    this.most = most;
    requestsBeforePlan = beginsWithPlan ? OptionalLong.of(0) : OptionalLong.empty();
  }

  /** A request was submitted, of which the pilot is told too. */
  public void arrived() {
    requests++;
    if (pilot.isSafe()) {
      safeRequests++;
    }
  }

  /**
   * What the pilot has noticed and decided since this was asked last, the oldest first. To be asked
   * after each call that may decide, since a pilot keeps a bounded number.
   */
  public List<PilotEvent> look() {
    long count = pilot.eventCount();
    if (count == told) {
      return List.of();
    }
    List<PilotEvent> kept = pilot.events();
    int fresh = (int) Math.min(count - told, kept.size());
    told = count;
    List<PilotEvent> news = kept.subList(kept.size() - fresh, kept.size());
    news.forEach(this::add);
    return news;
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
            event.nanos(),
            DecisionWords.kind(event),
            DecisionWords.what(event),
            event.reason(),
            serving));
  }

  /** The latest decisions that {@link #look} has seen, the oldest first. */
  public List<Autopilot.Decision> decisions() {
    return List.copyOf(latest);
  }

  /** All that {@link #look} has seen so far, and what it cost. */
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
        pilot.tried().requests(),
        pilot.tried().coreNanos(),
        regret.responseNanos(),
        regret.safeCostNanos() + regret.harmNanos(),
        regret.gainNanos());
  }
}
