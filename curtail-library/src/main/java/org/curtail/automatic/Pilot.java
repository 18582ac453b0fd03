package org.curtail.automatic;

import java.util.List;
import java.util.Optional;
import org.curtail.Policy;
import org.curtail.runtime.Timeline;

/**
 * Steers a service that nobody has measured: learns its demand, has plans made, serves by them, and
 * compares them with the safe policy all the time.
 *
 * <p>A function of what it is told: no clock, no thread, no file. Who owns it feeds it and does
 * what it says:
 *
 * <pre>{@code
 * pilot.arrived(now);                    // a request was submitted
 * pilot.ended(timeline, now);            // a request has ended
 * if (now >= pilot.nextNanos()) {
 *   curtail.policy(pilot.at(now));       // time has come: the policy from now on
 * }
 * pilot.planDue().ifPresent(task -> ...) // plan elsewhere, then pilot.planned(map, now)
 * }</pre>
 *
 * <p>The same calls at the same times give the same decisions, in an engine and in a simulation.
 * Times are readings of one clock in nanoseconds. If the clock goes back, the pilot takes the
 * latest time that it has seen.
 *
 * <p>For one thread at a time.
 */
public final class Pilot {
  /** Begins with knowing nothing: it serves by the safe policy and learns. */
  public Pilot(PilotSetting setting) {
    throw new UnsupportedOperationException("built next");
  }

  /** Begins where another one was, for example before a restart. */
  public Pilot(PilotSetting setting, PilotKnowledge known) {
    throw new UnsupportedOperationException("built next");
  }

  /** A request was submitted. */
  public void arrived(long nowNanos) {
    throw new UnsupportedOperationException("built next");
  }

  /** A request has ended, however it ended. Ends may be told late and in any order. */
  public void ended(Timeline request, long nowNanos) {
    throw new UnsupportedOperationException("built next");
  }

  /**
   * When {@link #at} is to be called next, at the latest: a slice of time ends then. It may move
   * with every other call. {@link Long#MAX_VALUE} if there is nothing to do before the next
   * request.
   */
  public long nextNanos() {
    throw new UnsupportedOperationException("built next");
  }

  /**
   * Time has passed: ends what is over, begins what is due.
   *
   * @return the policy that serves from now on; the same object as before if nothing changes
   */
  public Policy at(long nowNanos) {
    throw new UnsupportedOperationException("built next");
  }

  /** The policy that serves at present. */
  public Policy policy() {
    throw new UnsupportedOperationException("built next");
  }

  /** What is to be planned now, elsewhere. The same until {@link #planned} or {@link #planFailed}. */
  public Optional<PlanTask> planDue() {
    throw new UnsupportedOperationException("built next");
  }

  /** The plan that {@link #planDue} asked for. It serves from the next {@link #at}. */
  public void planned(PolicyMap map, long nowNanos) {
    throw new UnsupportedOperationException("built next");
  }

  /** There is no plan. The present one goes on; the pilot asks again later. */
  public void planFailed(String reason, long nowNanos) {
    throw new UnsupportedOperationException("built next");
  }

  /** From now on nothing is learned, explored or planned. The comparison with safe goes on. */
  public void freeze(long nowNanos) {
    throw new UnsupportedOperationException("built next");
  }

  /** Undoes {@link #freeze}. */
  public void thaw(long nowNanos) {
    throw new UnsupportedOperationException("built next");
  }

  /** What it knows, to begin with at the next start. */
  public PilotKnowledge knowledge(long nowNanos) {
    throw new UnsupportedOperationException("built next");
  }

  /** What the comparison with the safe policy cost and won so far. */
  public Regret regret() {
    throw new UnsupportedOperationException("built next");
  }

  /** The latest events, the oldest first; at most {@link PilotSetting#eventsKept}. */
  public List<PilotEvent> events() {
    throw new UnsupportedOperationException("built next");
  }

  /** How many events there have been, with those that are no longer kept. */
  public long eventCount() {
    throw new UnsupportedOperationException("built next");
  }

  /** What it knows, serves by and why, in plain words; some lines. */
  public String explain() {
    throw new UnsupportedOperationException("built next");
  }
}
