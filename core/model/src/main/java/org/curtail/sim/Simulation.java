package org.curtail.sim;

import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.dispatch.DispatchedRequest;

/**
 * A service in simulated time: requests of a trace, served by a policy as the runtime would serve
 * them, on a machine whose cores are fluid. The same input gives the same outcome on any machine.
 *
 * <p>A request with d computing threads progresses with its own speedup at degree d. If there are
 * more threads than cores, all progress slower in proportion (processor sharing), boosted ones
 * excepted. Immutable and thread-safe, if predictor and observer are: several runs may go on at
 * once. A simulation that is steered is for one run, since its steering is.
 *
 * @param profile what requests take at each degree
 * @param machine what they run on
 * @param predictor what is said of them beforehand
 * @param observer sees the state after every event
 * @param mostRunning a run with more requests that have started and not ended is given up; at least
 *     1. Thousands at once are a service that has collapsed, and take long to simulate.
 * @param steering puts other policies in the place of the one that a run began with
 * @param coreSpeeds on which cores threads run, where these differ in speed
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

  /** Without predictions, without anybody watching, and never given up. */
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

  /** The same service with another predictor. */
  public Simulation predictedBy(Predictor other) {
    return new Simulation(profile, machine, other, observer, mostRunning, steering, coreSpeeds);
  }

  /** The same service with another observer. */
  public Simulation watchedBy(Observer other) {
    return new Simulation(profile, machine, predictor, other, mostRunning, steering, coreSpeeds);
  }

  /** The same service, given up with more running requests than this. */
  public Simulation givingUpBeyond(int running) {
    return new Simulation(profile, machine, predictor, observer, running, steering, coreSpeeds);
  }

  /** The same service, whose policy somebody replaces while it runs; for one run. */
  public Simulation steeredBy(Steering other) {
    return new Simulation(profile, machine, predictor, observer, mostRunning, other, coreSpeeds);
  }

  /** The same service, whose threads somebody puts on cores of different speeds; for one run. */
  public Simulation on(CoreSpeeds others) {
    return new Simulation(profile, machine, predictor, observer, mostRunning, steering, others);
  }

  /** Runs a trace without predictions, and without anybody watching. */
  public static SimulationResult run(Policy policy, Profile profile, Trace trace, Machine machine) {
    return new Simulation(profile, machine).run(policy, trace);
  }

  /**
   * Runs a trace to the end of its last request, unless it is given up.
   *
   * @param policy who serves, until the {@link #steering} puts another one in its place
   * @throws IllegalArgumentException if a policy goes beyond the profile's degrees, or the trace
   *     names a request that the profile lacks
   */
  public SimulationResult run(Policy policy, Trace trace) {
    return run(policy, trace, new Intake.Open(trace));
  }

  /**
   * Serves a closed loop: the requests of a trace in its order, but sent when a client is ready for
   * its next one, not at the times of the trace. Latency counts from the sending.
   *
   * @throws IllegalArgumentException as {@link #run(Policy, Trace)} does
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
   * Clients of which each sends its next request when its last one has ended and it has thought
   * about it. With enough of them the service is never idle, and what it completes is what it can
   * carry. Every client thinks before its first request too.
   *
   * @param clients at least 1
   * @param meanThinkMs exponential with this mean, in milliseconds; finite, at least 0, which is
   *     not at all
   * @param seed of the times of thinking
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

    /** Clients that do not think. */
    public static ClosedLoop of(int clients) {
      return new ClosedLoop(clients, 0, 0);
    }

    /** The clients at work. */
    static final class Clients implements Intake {
      private final ClosedLoop loop;
      private final SplittableRandom random;
      private final PriorityQueue<Long> arrivalsNanos = new PriorityQueue<>();

      /** Requests that no client has taken up yet. */
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
