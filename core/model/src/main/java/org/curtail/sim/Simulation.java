package org.curtail.sim;

import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.dispatch.DispatchedRequest;

/**
 * A service in simulated time: requests of a trace, served by a policy as the engine would serve
 * them, on a machine with fluid cores. Equal input gives equal results on any machine.
 *
 * <p>A request with d computing threads progresses with its own speedup at degree d. If there are
 * more threads than cores, all progress slower in proportion (processor sharing), boosted ones
 * excepted. Immutable and thread-safe, if predictor and observer are: several runs may go on at
 * once. A steered simulation is for one run, since its steering is.
 *
 * @param profile times of requests at each degree
 * @param machine machine that serves them
 * @param predictor predictor of their demand
 * @param observer sees the state after every event
 * @param mostRunning limit of started and unfinished requests, beyond which a run is given up; at
 *     least 1. Thousands at once mean that the service has collapsed, and take long to simulate.
 * @param steering replaces the policy during a run
 * @param coreSpeeds puts threads on cores of different speeds
 */
public record Simulation(
    Profile profile,
    Machine machine,
    Predictor predictor,
    Observer observer,
    int mostRunning,
    Steering steering,
    CoreSpeeds coreSpeeds) {
  public Simulation {
    if (mostRunning < 1) {
      throw new IllegalArgumentException("mostRunning must be at least 1: " + mostRunning);
    }
  }

  /** Creates a simulation without predictions, observer or limit. */
  public Simulation(Profile profile, Machine machine) {
    this(
        profile,
        machine,
        Predictor.NONE,
        Observer.NONE,
        Integer.MAX_VALUE,
        Steering.NONE,
        CoreSpeeds.ALIKE);
  }

  /** Returns the same service with another predictor. */
  public Simulation predictedBy(Predictor other) {
    return new Simulation(profile, machine, other, observer, mostRunning, steering, coreSpeeds);
  }

  /** Returns the same service with another observer. */
  public Simulation watchedBy(Observer other) {
    return new Simulation(profile, machine, predictor, other, mostRunning, steering, coreSpeeds);
  }

  /** Returns the same service, given up with more running requests than this. */
  public Simulation givingUpBeyond(int running) {
    return new Simulation(profile, machine, predictor, observer, running, steering, coreSpeeds);
  }

  /** Returns the same service with a steering that replaces its policy; for one run. */
  public Simulation steeredBy(Steering other) {
    return new Simulation(profile, machine, predictor, observer, mostRunning, other, coreSpeeds);
  }

  /** Returns the same service on cores of different speeds; for one run. */
  public Simulation on(CoreSpeeds others) {
    return new Simulation(profile, machine, predictor, observer, mostRunning, steering, others);
  }

  /** Runs a trace without predictions or observer. */
  public static SimulationResult run(Policy policy, Profile profile, Trace trace, Machine machine) {
    return new Simulation(profile, machine).run(policy, trace);
  }

  /**
   * Runs a trace to the end of its last request, unless it is given up.
   *
   * @param policy first policy, until the {@link #steering} replaces it
   * @throws IllegalArgumentException if a policy goes beyond the profile's degrees, or the trace
   *     names a request that the profile lacks
   */
  public SimulationResult run(Policy policy, Trace trace) {
    return run(policy, trace, new Intake.Open(trace));
  }

  /**
   * Serves a closed loop: the requests of a trace in its order, sent whenever a client is ready for
   * its next one, not at the times of the trace. Latency counts from the sending.
   *
   * @throws IllegalArgumentException as {@link #run(Policy, Trace)}
   */
  public SimulationResult run(Policy policy, Trace requests, ClosedLoop loop) {
    return run(policy, requests, new ClosedLoop.Clients(loop, requests.size()));
  }

  private SimulationResult run(Policy policy, Trace trace, Intake intake) {
    requireDegreesOf(profile, policy);
    trace.requireRequestsOf(profile);
    return new SimulatedRun(this, policy, trace, intake).run();
  }

  boolean isSteered() {
    return !steering.equals(Steering.NONE);
  }

  static void requireDegreesOf(Profile profile, Policy policy) {
    if (policy.maxDegree() > profile.maxDegree()) {
      throw new IllegalArgumentException(
          "the policy goes to degree %d, the profile only to %d"
              .formatted(policy.maxDegree(), profile.maxDegree()));
    }
  }

  /**
   * Clients that each send their next request after the end of the last one and a time of thinking.
   * With enough of them the service is never idle, and its throughput is its capacity. Every client
   * thinks before its first request too.
   *
   * @param clients at least 1
   * @param meanThinkMs mean of the exponential time of thinking, in milliseconds; finite, at least
   *     0, which means none
   * @param seed seed of the times of thinking
   */
  public record ClosedLoop(int clients, double meanThinkMs, long seed) {
    public ClosedLoop {
      if (clients < 1) {
        throw new IllegalArgumentException("clients must be at least 1: " + clients);
      }
      if (!(meanThinkMs >= 0) || Double.isInfinite(meanThinkMs)) {
        throw new IllegalArgumentException(
            "meanThinkMs must be finite and not negative: " + meanThinkMs);
      }
    }

    /** Returns clients that do not think. */
    public static ClosedLoop of(int clients) {
      return new ClosedLoop(clients, 0, 0);
    }

    /** The clients at work. */
    static final class Clients implements Intake {
      private final ClosedLoop loop;
      private final SplittableRandom random;
      private final PriorityQueue<Long> arrivalsNanos = new PriorityQueue<>();

      /** Number of requests that no client has taken yet. */
      private int left;

      Clients(ClosedLoop loop, int requests) {
        this.loop = loop;
        random = new SplittableRandom(loop.seed);
        left = requests;
        for (int client = 0; client < loop.clients; client++) {
          think(0);
        }
      }

      private void think(long nowNanos) {
        if (left > 0) {
          left--;
          double thinkMs = loop.meanThinkMs == 0 ? 0 : loop.meanThinkMs * Exponential.unit(random);
          arrivalsNanos.add(nowNanos + SimulatedRun.nanos(thinkMs));
        }
      }

      @Override
      public long nextNanos() {
        return arrivalsNanos.isEmpty() ? DispatchedRequest.NEVER : arrivalsNanos.element();
      }

      @Override
      public void arrived() {
        arrivalsNanos.remove();
      }

      @Override
      public void ended(long nowNanos) {
        think(nowNanos);
      }
    }
  }
}
