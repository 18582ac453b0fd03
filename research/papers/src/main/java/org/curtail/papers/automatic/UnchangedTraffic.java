package org.curtail.papers.automatic;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.curtail.Profile;
import org.curtail.automatic.Pilot;
import org.curtail.automatic.PilotEvent;
import org.curtail.automatic.PilotSetting;
import org.curtail.automatic.PilotSteering;
import org.curtail.automatic.choose.Candidate;
import org.curtail.automatic.choose.PolicyMap;
import org.curtail.benchkit.policyruns.Rate;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.Timeline;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;

/**
 * A day of requests of a service that does not change, given to a pilot without a simulation. No
 * request waits, and each takes the time of its demand. So days of traffic take only seconds of
 * computing. Such runs show the rate of false alarms.
 *
 * <p>The plan is invented, and so are the threads of requests. Under the plan, a request does a
 * quarter of its work on one thread and the rest on two. Under the baseline, a request has one
 * thread. In slices that try degrees, every second request begins with two threads and continues
 * with one after half of its work.
 *
 * @param alarms number of changes that the pilot noticed
 * @param requests number of arrived requests
 * @param days length of the traffic in days
 */
record UnchangedTraffic(int alarms, int requests, double days) {
  private static final double SECONDS_PER_DAY = 86_400;
  private static final double NANOS_PER_MS = 1e6;
  private static final double EXPLORING_SHARE = 0.5;
  private static final double EXPLORING_ALONE = 0.5;
  private static final double PLAN_ALONE = 0.25;
  private static final int CHUNKS = 1000;

  /** Runs a day of traffic. */
  static UnchangedTraffic ofDay(Profile profile, int cores, long seed) {
    double perSecond = DriftPoint.LOAD * Rate.capacity(profile, cores);
    int requests = (int) Math.ceil(perSecond * SECONDS_PER_DAY);
    return of(
        profile, cores, Traces.draw(new PoissonArrivals(perSecond), profile, requests, seed), seed);
  }

  static UnchangedTraffic of(Profile profile, int cores, Trace trace, long seed) {
    var service = new Service(profile, cores, seed);
    for (int i = 0; i < trace.size(); i++) {
      service.arrives(Math.round(trace.arrivalMs(i) * NANOS_PER_MS), trace.request(i));
    }
    double seconds = trace.arrivalMs(trace.size() - 1) / 1000;
    return new UnchangedTraffic(service.alarms(), trace.size(), seconds / SECONDS_PER_DAY);
  }

  /** The service, which gives its requests to the pilot. */
  private static final class Service {
    private final Profile profile;
    private final PilotSetting setting;
    private final Pilot pilot;
    private final PolicyMap plan;
    private final SplittableRandom random;
    private final PriorityQueue<Timeline> running =
        new PriorityQueue<>(Comparator.comparingLong(Timeline::endNanos));
    private long plannedNanos = Long.MAX_VALUE;
    private long seen;
    private int alarms;

    Service(Profile profile, int cores, long seed) {
      this.profile = profile;
      this.setting = PilotSetting.of(cores).upToDegree(2).seeded(seed);
      this.pilot = new Pilot(setting);
      this.random = new SplittableRandom(~seed);
      this.plan =
          PolicyMap.always(
              Candidate.named("fixed-2", profile, Optional.empty(), OptionalInt.empty()),
              "it is given");
    }

    int alarms() {
      return alarms;
    }

    void arrives(long nowNanos, int request) {
      goOn(nowNanos);
      pilot.arrived(nowNanos, nowNanos);
      running.add(request(nowNanos, request));
    }

    private void goOn(long untilNanos) {
      while (true) {
        long endNanos = running.isEmpty() ? Long.MAX_VALUE : running.element().endNanos();
        long stepNanos = pilot.nextNanos();
        long nextNanos = Math.min(Math.min(endNanos, stepNanos), plannedNanos);
        if (nextNanos > untilNanos) {
          return;
        }
        if (nextNanos == plannedNanos) {
          plannedNanos = Long.MAX_VALUE;
          pilot.planned(plan, nextNanos);
        } else if (nextNanos == endNanos) {
          pilot.ended(running.remove(), nextNanos);
        } else {
          pilot.at(nextNanos);
          listen();
        }
        if (plannedNanos == Long.MAX_VALUE) {
          plannedNanos =
              pilot
                  .planDue()
                  .map(task -> nextNanos + PilotSteering.usualNanos(task))
                  .orElse(Long.MAX_VALUE);
        }
      }
    }

    private void listen() {
      int fresh = Math.toIntExact(pilot.eventCount() - seen);
      if (fresh > 0) {
        List<PilotEvent> kept = pilot.events();
        alarms +=
            (int)
                kept.subList(kept.size() - fresh, kept.size()).stream()
                    .filter(PilotEvent.Drifted.class::isInstance)
                    .count();
        seen += fresh;
      }
    }

    private Timeline request(long nowNanos, int request) {
      boolean isExploring = pilot.isBaseline() && !pilot.policy().equals(setting.baseline());
      double alone =
          !pilot.isBaseline()
              ? PLAN_ALONE
              : isExploring && random.nextDouble() < EXPLORING_SHARE ? EXPLORING_ALONE : 1;
      double demandNanos = profile.timeMs(request, 1) * NANOS_PER_MS;
      var path = new ArrayList<Timeline.Phase>();
      add(path, 1, alone * demandNanos, alone);
      if (alone < 1) {
        double speedup = profile.speedup(request, 2);
        add(path, 2, (1 - alone) * demandNanos / speedup, 1 - alone);
      }
      if (isExploring) {
        Collections.reverse(path); // An exploring request begins with its greatest degree.
      }
      long nanos = path.stream().mapToLong(Timeline.Phase::nanos).sum();
      return new Timeline(
          nowNanos,
          nowNanos,
          nowNanos + nanos,
          path.stream().mapToLong(phase -> phase.degree() * phase.nanos()).sum(),
          path.size(),
          CHUNKS,
          path,
          Outcome.COMPLETED);
    }

    private static void add(List<Timeline.Phase> path, int degree, double nanos, double share) {
      path.add(
          new Timeline.Phase(
              degree, Math.max(Math.round(nanos), 1), (int) Math.round(CHUNKS * share)));
    }
  }
}
