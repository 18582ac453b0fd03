package org.curtail.diagnose;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.curtail.diagnose.pause.Pause;
import org.curtail.signals.Stint;

/**
 * Evidence of requests, some of them with injected causes. A service has groups of requests with
 * lognormal demands; each request has a bit of every cause, and everything varies by a level of
 * noise. An injected cause takes one to three times the request's own time.
 */
final class SyntheticRequests {
  /** Causes that can be injected. */
  static final List<Cause> CAUSES =
      List.of(
          Cause.NETWORK,
          Cause.ADMISSION,
          Cause.HAND_OFF,
          Cause.RUN_QUEUE,
          Cause.COLLECTOR,
          Cause.SAFEPOINT,
          Cause.BLOCKED,
          Cause.PAGE_FAULTS,
          Cause.STOPPED,
          Cause.INTERFERENCE);

  private static final double MILLI = 1e6;

  /**
   * Setting of generated requests.
   *
   * @param noise standard deviation of the logarithm of each part
   * @param injected share of requests with an injected cause
   * @param causes causes injected into such a request
   * @param repeats requests per group; with few repeats, the library relies on the expected CPU
   *     time
   * @param hasClient true if the client has another clock
   */
  record Setting(
      long seed,
      int requests,
      double noise,
      double injected,
      int causes,
      int repeats,
      boolean hasClient) {}

  /**
   * A request, and its injected cause.
   *
   * @param usualNanos latency of requests of its group without noise
   */
  record Truth(
      RequestEvidence evidence, Map<Cause, Long> injected, double demandNanos, double usualNanos) {
    /**
     * True if the latency exceeds the limit of slow requests by a margin, as the usual is
     * uncertain.
     */
    boolean isSlow() {
      return evidence.latencyNanos() > 1.6 * usualNanos;
    }

    boolean isInjected() {
      return !injected.isEmpty();
    }

    Cause largest() {
      return injected.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
    }
  }

  private final Setting setting;
  private final SplittableRandom random;

  private SyntheticRequests(Setting setting) {
    this.setting = setting;
    random = new SplittableRandom(setting.seed());
  }

  static List<Truth> draw(Setting setting) {
    var requests = new SyntheticRequests(setting);
    double[] demands = new double[Math.max(1, setting.requests() / setting.repeats())];
    for (int i = 0; i < demands.length; i++) {
      demands[i] = 5 * MILLI * StrictMath.exp(0.7 * requests.random.nextGaussian());
    }
    var drawn = new ArrayList<Truth>();
    for (int i = 0; i < setting.requests(); i++) {
      drawn.add(requests.draw(i, demands));
    }
    return drawn;
  }

  private double varied(double nanos) {
    return nanos * StrictMath.exp(setting.noise() * random.nextGaussian());
  }

  private Truth draw(int id, double[] demands) {
    int group = id % demands.length;
    var parts = new EnumMap<Cause, Long>(Cause.class);
    for (Cause cause : Cause.values()) {
      parts.put(cause, (long) varied(usual(cause, demands[group])));
    }
    long whole = parts.values().stream().mapToLong(Long::longValue).sum();
    var injected = new EnumMap<Cause, Long>(Cause.class);
    if (random.nextDouble() < setting.injected()) {
      for (Cause cause : chosen()) {
        injected.put(cause, (long) (whole * random.nextDouble(1, 3)));
      }
    }
    injected.forEach((cause, nanos) -> parts.merge(cause, nanos, Long::sum));
    double demand = demands[group];
    double usual = Arrays.stream(Cause.values()).mapToDouble(cause -> usual(cause, demand)).sum();
    return new Truth(evidence(id, group, demand, parts), injected, demand, usual);
  }

  private static double usual(Cause cause, double demandNanos) {
    return switch (cause) {
      case NETWORK -> 0.3 * MILLI;
      case ADMISSION -> 0.2 * MILLI;
      case HAND_OFF -> 0.02 * MILLI;
      case RUN_QUEUE -> 0.02 * demandNanos;
      case WORK -> demandNanos;
      case BLOCKED -> 0.1 * MILLI;
      case PAGE_FAULTS -> 0.01 * demandNanos;
      case REST -> 0.02 * demandNanos;
      case COLLECTOR, SAFEPOINT, STOPPED, INTERFERENCE -> 0;
    };
  }

  private Set<Cause> chosen() {
    var chosen = EnumSet.noneOf(Cause.class);
    while (chosen.size() < setting.causes()) {
      chosen.add(CAUSES.get(random.nextInt(CAUSES.size())));
    }
    return chosen;
  }

  private static long nanos(Map<Cause, Long> parts, Cause cause) {
    return parts.getOrDefault(cause, 0L);
  }

  private RequestEvidence evidence(int id, int group, double demandNanos, Map<Cause, Long> parts) {
    long received = 1_000_000_000L * id;
    long start = received + nanos(parts, Cause.ADMISSION);
    long from = start + nanos(parts, Cause.HAND_OFF);
    long cpu =
        nanos(parts, Cause.WORK)
            + nanos(parts, Cause.INTERFERENCE)
            + nanos(parts, Cause.PAGE_FAULTS);
    long paused = 0;
    var pauses = new ArrayList<Pause>();
    for (Pause.Kind kind : Pause.Kind.values()) {
      long nanos = nanos(parts, Cause.valueOf(kind.name()));
      if (nanos > 0) {
        pauses.add(new Pause(from + 1000 + paused, from + 1000 + paused + nanos, kind));
        paused += nanos;
      }
    }
    long wall =
        cpu
            + paused
            + nanos(parts, Cause.RUN_QUEUE)
            + nanos(parts, Cause.BLOCKED)
            + nanos(parts, Cause.REST);
    long end = from + wall;
    var stint =
        new Stint(
            id % 8,
            "worker-" + id % 8,
            from,
            end,
            measured(cpu, wall),
            measured(nanos(parts, Cause.RUN_QUEUE), wall),
            nanos(parts, Cause.PAGE_FAULTS) / CauseSplit.USUAL.minorFaultNanos(),
            0,
            1 + random.nextInt(3),
            random.nextInt(3),
            10,
            random.nextInt(100) == 0);
    long toServer = nanos(parts, Cause.NETWORK) / 2;
    long client = setting.hasClient() ? -77_000_000_000L : 0;
    return new RequestEvidence(
        id,
        "group-" + group,
        received - toServer + client,
        received,
        start,
        end,
        end + nanos(parts, Cause.NETWORK) - toServer + client,
        List.of(stint),
        pauses,
        setting.repeats() < Usual.LEAST_OF_KIND ? (long) demandNanos : RequestEvidence.UNKNOWN);
  }

  /** Counters are off by some microseconds and by half a percent. */
  private long measured(long nanos, long most) {
    double off = 3_000 * random.nextGaussian() + 0.005 * nanos * random.nextGaussian();
    return Math.clamp(nanos + (long) off, 0, most);
  }
}
