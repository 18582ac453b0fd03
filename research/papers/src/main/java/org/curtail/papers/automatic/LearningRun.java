package org.curtail.papers.automatic;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.automatic.Pilot;
import org.curtail.automatic.PilotEvent;
import org.curtail.automatic.PilotSetting;
import org.curtail.automatic.PilotSteering;
import org.curtail.sim.SimulatedEnd;
import org.curtail.sim.Steering;
import org.curtail.sim.Trace;

/**
 * A run of {@code automatic} without earlier knowledge.
 *
 * @param served the requests
 * @param events observations and decisions of automatic, in order
 */
record LearningRun(Served served, List<PilotEvent> events) {
  LearningRun {
    events = List.copyOf(events);
  }

  /**
   * Simulates a run.
   *
   * @param seed seed of automatic's random choices
   */
  static LearningRun of(Profile profile, int cores, Trace trace, long seed, Plans plans) {
    PilotSetting setting = PilotSetting.of(cores);
    var pilot =
        new Pilot(
            setting.upToDegree(Math.min(profile.maxDegree(), setting.maxDegree())).seeded(seed));
    var heard = new Heard(pilot, new PilotSteering(pilot, plans::map, PilotSteering::usualNanos));
    Served served = Served.by(pilot.policy(), heard, profile, cores, trace);
    heard.listen();
    return new LearningRun(served, heard.events);
  }

  /** Returns the number of events of a kind. */
  int count(Class<? extends PilotEvent> kind) {
    return (int) events.stream().filter(kind::isInstance).count();
  }

  /**
   * Returns the time of the first event of a kind, at or after a moment; empty if there was none.
   */
  OptionalLong firstNanos(Class<? extends PilotEvent> kind, long fromNanos) {
    return events.stream()
        .filter(kind::isInstance)
        .mapToLong(PilotEvent::nanos)
        .filter(nanos -> nanos >= fromNanos)
        .findFirst();
  }

  /** Collects all events, because a pilot keeps only the latest ones. */
  private static final class Heard implements Steering {
    private final Pilot pilot;
    private final PilotSteering steering;
    private final List<PilotEvent> events = new ArrayList<>();

    Heard(Pilot pilot, PilotSteering steering) {
      this.pilot = pilot;
      this.steering = steering;
    }

    private void listen() {
      int fresh = Math.toIntExact(pilot.eventCount() - events.size());
      if (fresh > 0) {
        List<PilotEvent> latest = pilot.events();
        events.addAll(latest.subList(latest.size() - fresh, latest.size()));
      }
    }

    @Override
    public void arrived(long arrivalNanos) {
      steering.arrived(arrivalNanos);
      listen();
    }

    @Override
    public void ended(SimulatedEnd end) {
      steering.ended(end);
      listen();
    }

    @Override
    public long nextNanos() {
      return steering.nextNanos();
    }

    @Override
    public Policy at(long nowNanos) {
      Policy policy = steering.at(nowNanos);
      listen();
      return policy;
    }
  }
}
