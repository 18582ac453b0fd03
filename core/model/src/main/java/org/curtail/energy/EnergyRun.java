package org.curtail.energy;

import java.util.Arrays;
import org.curtail.Profile;
import org.curtail.sim.Predictor;
import org.curtail.sim.Trace;
import org.curtail.speed.SpeedPolicy;
import org.curtail.speed.SpeedWish;

/**
 * The state of one run of an {@link EnergySimulation}: time. Simultaneous events happen in the
 * order completions, arrivals, another policy, moves and starts; each in order of arrival.
 */
final class EnergyRun {
  private final Profile profile;
  private final Predictor predictor;
  private final Trace trace;
  private final SpeedSteering steering;
  private final Witness witness;
  private final PowerMeter meter;
  private final Placement placement;
  private final long[] latencyNanos;
  private final long[] waitNanos;

  private long nowNanos;
  private int arrived;
  private int ended;
  private long nextSteeringNanos;

  /** What the steering has not seen: the latencies of those that ended, and who came. */
  private long[] unseenNanos = new long[16];

  private int unseenEnds;
  private int unseenArrivals;

  EnergyRun(EnergySimulation simulation, SpeedSteering steering, Trace trace, Witness witness) {
    this.trace = trace;
    this.steering = steering;
    this.witness = witness;
    profile = simulation.profile();
    predictor = simulation.predictor();
    meter = new PowerMeter(simulation.machine());
    placement = new Placement(simulation.machine(), meter, witness, steering.first());
    latencyNanos = new long[trace.size()];
    waitNanos = new long[trace.size()];
    nextSteeringNanos = steering.periodNanos();
  }

  EnergyResult run() {
    while (ended < trace.size()) {
      nowNanos = nextEventNanos();
      meter.advance(nowNanos);
      complete();
      arrive();
      steer();
      placement.place(nowNanos);
      witness.settled(nowNanos, meter);
    }
    return new EnergyResult(latencyNanos, waitNanos, meter.account());
  }

  private long nextEventNanos() {
    long next = Math.min(placement.nextEndNanos(), placement.nextAskNanos());
    if (arrived < trace.size()) {
      next = Math.min(next, arrivalNanos(arrived));
    }
    if (next == SpeedWish.NEVER) {
      throw new IllegalStateException(
          "nothing will ever happen: %d requests wait and none runs"
              .formatted(placement.waiting()));
    }
    return Math.min(next, nextSteeringNanos);
  }

  private long arrivalNanos(int index) {
    return Math.round(trace.arrivalMs(index) * 1e6);
  }

  private void complete() {
    var running = placement.served();
    for (int i = 0; i < running.size(); ) {
      ServedRequest request = running.get(i);
      if (request.endNanos() > nowNanos) {
        i++;
        continue;
      }
      placement.exit(request);
      latencyNanos[request.index] = nowNanos - request.arrivalNanos;
      waitNanos[request.index] = request.startNanos() - request.arrivalNanos;
      ended++;
      noteEnd(latencyNanos[request.index]);
      witness.ended(request.index, nowNanos);
    }
  }

  private void arrive() {
    while (arrived < trace.size() && arrivalNanos(arrived) <= nowNanos) {
      double demandNanos = profile.timeMs(trace.request(arrived), 1) * 1e6;
      placement.arrive(
          new ServedRequest(
              arrived,
              arrivalNanos(arrived),
              demandNanos,
              predictor.prediction(arrived, Math.round(demandNanos))));
      witness.arrived(arrived, nowNanos);
      arrived++;
      unseenArrivals++;
    }
  }

  private void noteEnd(long latency) {
    if (steering.periodNanos() == SpeedWish.NEVER) {
      return;
    }
    if (unseenEnds == unseenNanos.length) {
      unseenNanos = Arrays.copyOf(unseenNanos, 2 * unseenEnds);
    }
    unseenNanos[unseenEnds++] = latency;
  }

  private void steer() {
    if (nextSteeringNanos > nowNanos) {
      return;
    }
    SpeedPolicy next =
        steering.next(
            new SpeedWindow(
                Arrays.copyOf(unseenNanos, unseenEnds), unseenArrivals, steering.periodNanos()));
    placement.serveBy(next);
    witness.steered(next, nowNanos);
    unseenEnds = 0;
    unseenArrivals = 0;
    nextSteeringNanos += steering.periodNanos();
  }
}
