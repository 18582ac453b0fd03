package org.curtail.traces;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A random application of services that call each other in random trees. Its mixture of requests
 * changes, some services become steadily slower, and one may have a fault for some time. With
 * {@link Weather}, every service also varies from minute to minute, and all become slower under
 * load. Comparisons are checked against its known truth.
 */
public final class RandomApplication {
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** The kinds of fault of a service. */
  public enum Fault {
    /** The service's own work is slower. */
    SLOW,
    /** Messages to and from the service are slower. */
    FAR,
    /** Some calls to the service fail at once, and the caller gives up. */
    FAILING,
    /** Some calls to the service end before they call other services. */
    EARLY
  }

  /** A call in a workflow: the operation of a service and the calls that it makes in turn. */
  private record Call(int service, String operation, double workMillis, List<Call> calls) {}

  /**
   * Other changes from minute to minute.
   *
   * @param wander standard deviation of the logarithm of each service's times; the correlation of
   *     successive minutes is 0.9
   * @param load the relative increase of times at twice the usual load
   * @param drift 1 if some services become steadily slower, otherwise 0
   */
  public record Weather(double wander, double load, double drift) {
    /** Only the mixture changes. */
    public static final Weather CALM = new Weather(0, 0, 0);

    /** The mixture changes and some services become steadily slower. */
    public static final Weather FAIR = new Weather(0, 0, 1);

    /** The changes of a busy cluster. */
    public static final Weather BAD = new Weather(0.5, 1, 1);
  }

  /**
   * Additional spans beside calls, such as those of filters. Programs record filters as siblings of
   * calls. A filter waits for these calls and is not work.
   */
  public enum ExtraSpans {
    /** No additional spans; every span that waits for a call is its parent. */
    NONE,
    /**
     * The first service has one to three kinds of additional spans; half of the other services have
     * one or two.
     */
    FILTERS
  }

  /** The position of a service's additional spans relative to its calls. */
  private enum Filter {
    /** One span from before the first call until after the last. */
    AROUND_ALL,
    /** A span for each call that begins before it and ends after it. */
    AROUND_EACH,
    /** A span for each call that begins before it and ends with it. */
    ENDS_WITH_EACH,
    /** A span for each call that begins before it and ends before its end. */
    AHEAD_OF_EACH,
    /** A span for each call that begins and ends within it. */
    WITHIN_EACH,
    /** A span around all calls, with a child. */
    TWO_DEEP,
    /** A span around all calls that is the parent of the first and a sibling of the others. */
    ABOVE_FIRST
  }

  private static final double KEPT = 0.9;

  private final SplittableRandom random;
  private final Weather weather;
  private final double[] wandered;
  private double busy = 1;
  private final int services;
  private final List<Call> workflows = new ArrayList<>();
  private final double[] driftPerHour;
  private final double[] networkMillis;
  private final int faulty;
  private final Fault fault;
  private final double faultFromSeconds;
  private final double faultToSeconds;
  private final List<Set<Filter>> filters = new ArrayList<>();
  private final SplittableRandom filterRandom;
  private int made;

  /** The spans of the current request. */
  private List<Span> spans = new ArrayList<>();

  /** An application of which one service has a fault for some time. */
  public RandomApplication(
      long seed, int services, Fault fault, double faultFromSeconds, double faultToSeconds) {
    this(seed, services, fault, faultFromSeconds, faultToSeconds, Weather.FAIR);
  }

  /** An application of which one service has a fault, with other changes. */
  public RandomApplication(
      long seed,
      int services,
      Fault fault,
      double faultFromSeconds,
      double faultToSeconds,
      Weather weather) {
    this(seed, services, fault, faultFromSeconds, faultToSeconds, weather, ExtraSpans.NONE);
  }

  /** The same application with additional spans next to its calls; the requests are the same. */
  public RandomApplication(
      long seed,
      int services,
      Fault fault,
      double faultFromSeconds,
      double faultToSeconds,
      Weather weather,
      ExtraSpans extraSpans) {
    random = new SplittableRandom(seed);
    filterRandom = new SplittableRandom(~seed);
    for (int i = 0; i < services; i++) {
      int kinds =
          extraSpans == ExtraSpans.NONE ? 0 : i == 0 ? 1 + draw(3) : draw(2) * (1 + draw(2));
      Set<Filter> some = EnumSet.noneOf(Filter.class);
      while (some.size() < kinds) {
        some.add(Filter.values()[draw(Filter.values().length)]);
      }
      filters.add(some);
    }
    this.weather = weather;
    wandered = new double[services];
    this.services = services;
    this.fault = fault;
    this.faultFromSeconds = faultFromSeconds;
    this.faultToSeconds = faultToSeconds;
    driftPerHour = new double[services];
    networkMillis = new double[services];
    for (int i = 0; i < services; i++) {
      driftPerHour[i] = weather.drift * (random.nextInt(4) == 0 ? random.nextDouble(0.5, 3) : 0);
      networkMillis[i] = random.nextDouble(0.2, 1.5);
    }
    int kinds = 3 + random.nextInt(5);
    for (int i = 0; i < kinds; i++) {
      workflows.add(call(0, "page" + i, 3));
    }
    faulty = chosen();
  }

  private int draw(int below) {
    return filterRandom.nextInt(below);
  }

  private Call call(int service, String operation, int depth) {
    List<Call> calls = new ArrayList<>();
    int wanted = depth == 0 ? 0 : depth == 3 ? 2 + random.nextInt(3) : random.nextInt(4);
    for (int i = 0; i < wanted && services > 1; i++) {
      int callee = 1 + random.nextInt(services - 1);
      if (callee != service) {
        calls.add(call(callee, "op" + random.nextInt(2), depth - 1));
      }
    }
    return new Call(service, operation, Math.exp(random.nextDouble(0, 3)), calls);
  }

  /** A service other than the first that is called often enough and, if required, calls others. */
  private int chosen() {
    List<Integer> candidates = new ArrayList<>();
    for (Call workflow : workflows) {
      collect(workflow, candidates);
    }
    return candidates.isEmpty() ? 0 : candidates.get(random.nextInt(candidates.size()));
  }

  private void collect(Call call, List<Integer> candidates) {
    for (Call below : call.calls) {
      if (fault != Fault.EARLY || !below.calls.isEmpty()) {
        candidates.add(below.service);
      }
      collect(below, candidates);
    }
  }

  /** The service with the fault. */
  public String faulty() {
    return name(faulty);
  }

  private static String name(int service) {
    return "service" + service;
  }

  /** Records requests at random times, with a mixture that changes from minute to minute. */
  public List<List<Span>> requests(int count, double seconds) {
    List<List<Span>> requests = new ArrayList<>();
    double[] weights = new double[workflows.size()];
    int minute = -1;
    double at = 0;
    for (int i = 0; i < count; i++) {
      at = weather.load > 0 ? at + seconds / count / busy : seconds * i / count;
      if ((int) (at / 60) != minute) {
        minute = (int) (at / 60);
        changeWeather();
        for (int w = 0; w < weights.length; w++) {
          weights[w] = Math.exp(random.nextDouble(0, 2));
        }
      }
      spans = new ArrayList<>();
      visit(workflows.get(drawn(weights)), "t" + made++, null, nanos(1 + at * 1000), at);
      requests.add(spans);
    }
    return requests;
  }

  private void changeWeather() {
    if (weather.wander > 0) {
      for (int i = 0; i < services; i++) {
        double news = random.nextGaussian() * weather.wander * Math.sqrt(1 - KEPT * KEPT);
        wandered[i] = KEPT * wandered[i] + news;
      }
    }
    if (weather.load > 0) {
      busy = random.nextDouble(0.6, 1.4);
    }
  }

  private int drawn(double[] weights) {
    double left = random.nextDouble() * Arrays.stream(weights).sum();
    int drawn = 0;
    while (drawn < weights.length - 1 && left > weights[drawn]) {
      left -= weights[drawn++];
    }
    return drawn;
  }

  /** Runs a call at its server; returns its end, or a negative number if it failed. */
  private long visit(Call call, String trace, @Nullable String parent, long startNanos, double at) {
    boolean isFaulty = call.service == faulty && at >= faultFromSeconds && at < faultToSeconds;
    String id = "s" + spans.size();
    int place = spans.size();
    spans.add(span(trace, id, parent, call, SpanKind.SERVER, startNanos, 0, false));
    double work =
        call.workMillis
            * Math.exp(0.4 * random.nextDouble(-2, 2))
            * (1 + driftPerHour[call.service] * at / 3600)
            * Math.exp(wandered[call.service])
            * (1 + weather.load * (busy - 1))
            * (isFaulty && fault == Fault.SLOW ? 3 : 1);
    boolean struck = isFaulty && random.nextInt(3) == 0;
    boolean failed = struck && fault == Fault.FAILING;
    boolean early = struck && fault == Fault.EARLY;
    long now = startNanos + nanos(failed ? work / 10 : work / 2);
    boolean isAboveFirst = filters.get(call.service).contains(Filter.ABOVE_FIRST);
    long firstCall = now;
    int around = spans.size();
    for (Call below : failed || early ? List.<Call>of() : call.calls) {
      long begun = now;
      boolean isFirst = spans.size() == around;
      String above = isAboveFirst && isFirst ? filterId(around) : id;
      long done = remote(call, below, trace, above, now, at);
      now = Math.abs(done);
      besideCall(call, trace, id, begun, now);
      if (done < 0) {
        break;
      }
    }
    if (spans.size() > around) {
      besideAll(call, trace, id, around, firstCall, now);
    }
    now += nanos(failed ? 0 : work / 2);
    spans.set(
        place,
        span(trace, id, parent, call, SpanKind.SERVER, startNanos, now - startNanos, failed));
    return failed ? -now : now;
  }

  private static String filterId(int place) {
    return "f" + place;
  }

  /** A random short time of a filter, in nanoseconds. */
  private long margin() {
    return nanos(filterRandom.nextDouble(0.005, 0.1));
  }

  private void besideCall(Call call, String trace, String id, long from, long to) {
    for (Filter filter : filters.get(call.service)) {
      long most = (to - from) / 3;
      long ahead = Math.min(most, margin());
      long after = Math.min(most, margin());
      switch (filter) {
        case AROUND_EACH -> filter(call, trace, null, id, from - ahead, to + after);
        case ENDS_WITH_EACH -> filter(call, trace, null, id, from - ahead, to);
        case AHEAD_OF_EACH -> filter(call, trace, null, id, from - ahead, to - after);
        case WITHIN_EACH -> filter(call, trace, null, id, from + ahead, to - after);
        case AROUND_ALL, TWO_DEEP, ABOVE_FIRST -> {}
      }
    }
  }

  private void besideAll(Call call, String trace, String id, int place, long from, long to) {
    for (Filter filter : filters.get(call.service)) {
      long start = from - 2 * margin();
      long end = to + 2 * margin();
      switch (filter) {
        case AROUND_ALL -> filter(call, trace, null, id, start, end);
        case ABOVE_FIRST -> filter(call, trace, filterId(place), id, start, end);
        case TWO_DEEP -> {
          String outer = filter(call, trace, null, id, start, end);
          filter(call, trace, null, outer, start + 1_000, end - 1_000);
        }
        case AROUND_EACH, ENDS_WITH_EACH, AHEAD_OF_EACH, WITHIN_EACH -> {}
      }
    }
  }

  private String filter(
      Call call, String trace, @Nullable String named, String parent, long from, long to) {
    String id = named == null ? "s" + spans.size() : named;
    var filter = new Call(call.service, "filter", 0, List.of());
    spans.add(span(trace, id, parent, filter, SpanKind.INTERNAL, from, to - from, false));
    return id;
  }

  /** Runs the caller's side of a call, including the network time. */
  private long remote(
      Call caller, Call callee, String trace, String parent, long startNanos, double at) {
    String id = "s" + spans.size();
    int place = spans.size();
    var client = new Call(caller.service, callee.operation, 0, List.of());
    spans.add(span(trace, id, parent, client, SpanKind.CLIENT, startNanos, 0, false));
    boolean far =
        fault == Fault.FAR
            && (callee.service == faulty || caller.service == faulty)
            && at >= faultFromSeconds
            && at < faultToSeconds;
    double way = networkMillis[callee.service] * random.nextDouble(0.5, 1.5) + (far ? 15 : 0);
    long ended = visit(callee, trace, id, startNanos + nanos(way), at);
    long back = Math.abs(ended) + nanos(way);
    spans.set(
        place,
        span(trace, id, parent, client, SpanKind.CLIENT, startNanos, back - startNanos, ended < 0));
    return ended < 0 ? -back : back;
  }

  private static long nanos(double millis) {
    return Math.round(millis * 1000) * (NANOS_PER_MILLI / 1000);
  }

  private static Span span(
      String trace,
      String id,
      @Nullable String parent,
      Call call,
      SpanKind kind,
      long startNanos,
      long durationNanos,
      boolean failed) {
    return new Span(
            trace,
            id,
            parent,
            name(call.service),
            call.operation,
            kind,
            startNanos,
            durationNanos,
            failed)
        .at(name(call.service) + "-" + Math.floorMod(trace.hashCode(), 3));
  }
}
