package org.curtail.sim;

import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.dispatch.DispatchedRequest;

/**
 * Service in simulated time: a policy serves the requests of a trace as in the engine, on a machine
 * with fluid cores. Equal input gives equal results on any machine.
 *
 * <p>A request with d computing threads progresses with its own speedup at degree d. If there are
 * more threads than cores, all threads except boosted ones are slower in proportion (processor
 * sharing). Immutable and thread-safe if predictor and observer are. A simulation with a steering
 * is for one run, since a steering has state.
 *
 * @param profile times of requests at each degree
 * @param machine machine that serves them
 * @param predictor predictor of their demand
 * @param observer observer of the state after every event
 * @param mostRunning limit of started and unfinished requests, beyond which a run is given up; at
 *     least 1. Thousands at once mean that the service has collapsed, and their simulation takes
 *     long.
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

  /** Returns the same service with another limit of running requests. */
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
   * Runs a trace to the end of its last request, or until it is given up.
   *
   * @param policy first policy, until the {@link #steering} replaces it
   * @throws IllegalArgumentException if a policy exceeds the profile's degrees, or the trace names
   *     a request that the profile lacks
   */
  public SimulationResult run(Policy policy, Trace trace) {
    return run(policy, trace, new RequestSource.Open(trace));
  }

  /**
   * Serves a closed loop. Clients send the requests of a trace in its order, each when it is ready;
   * the trace's times are ignored. Latency counts from the sending.
   *
   * @throws IllegalArgumentException as {@link #run(Policy, Trace)}
   */
  public SimulationResult run(Policy policy, Trace requests, ClosedLoop loop) {
    return run(policy, requests, new ClosedLoop.Clients(loop, requests.size()));
  }

  private SimulationResult run(Policy policy, Trace trace, RequestSource source) {
    requireDegreesOf(profile, policy);
    trace.requireRequestsOf(profile);
    return new SimulatedRun(this, policy, trace, source).run();
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
   * Closed loop of clients. Each client sends its next request after the end of the last one and a
   * think time. A client also thinks before its first request. With enough clients the service is
   * never idle, and its throughput is its capacity.
   *
   * @param clients number of clients, at least 1
   * @param meanThinkMs mean of the exponential think time, in milliseconds; finite, at least 0,
   *     which means none
   * @param seed seed of the think times
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

    static final class Clients implements RequestSource {
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
