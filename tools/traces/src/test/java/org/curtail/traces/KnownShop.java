package org.curtail.traces;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Requests with random times, so that every cause of slowness and every gain is known. A request
 * calls search twice, with a time that depends on the request. Then it waits at a till, a queue
 * with one server. Then it calls stock twice, which is randomly slow.
 */
public final class KnownShop {
  private static final double MEAN_GAP_MS = 12;
  private static final double NANOS_PER_MILLI = 1e6;

  /**
   * Times of a request in milliseconds.
   *
   * @param search of the first call of search
   * @param searchAgain of the second call, almost the same work
   * @param till the service time at the till
   * @param waiting the time in the till's queue
   * @param stock of the first call of stock
   * @param stockAgain of the second call
   */
  public record Times(
      double search,
      double searchAgain,
      double till,
      double waiting,
      double stock,
      double stockAgain) {
    /** The time of both calls of search. */
    public double searches() {
      return search + searchAgain;
    }

    /** The time of both calls of stock. */
    public double stocks() {
      return stock + stockAgain;
    }

    /** The time of the whole request. */
    public double latency() {
      return searches() + waiting + till + stocks();
    }
  }

  private final List<Times> times = new ArrayList<>();
  private final List<Double> starts = new ArrayList<>();

  private record DrawnRequest(double at, Times times) {
    double atTill() {
      return at + times.searches();
    }

    Times waiting(double millis) {
      return new Times(
          times.search, times.searchAgain, times.till, millis, times.stock, times.stockAgain);
    }
  }

  public KnownShop(long seed, int requests) {
    var random = new SplittableRandom(seed);
    List<DrawnRequest> drawn = new ArrayList<>();
    double at = 0;
    for (int i = 0; i < requests; i++) {
      at += -MEAN_GAP_MS * Math.log(1 - random.nextDouble());
      double work = random.nextInt(10) == 0 ? 60 + 40 * random.nextDouble() : 4;
      double search = work + random.nextDouble();
      double searchAgain = work + random.nextDouble();
      double till = 4 + 8 * random.nextDouble();
      drawn.add(
          new DrawnRequest(
              at, new Times(search, searchAgain, till, 0, stock(random), stock(random))));
    }
    double[] waiting = new double[requests];
    Integer[] order = new Integer[requests];
    for (int i = 0; i < requests; i++) {
      order[i] = i;
    }
    Arrays.sort(order, Comparator.comparingDouble(i -> drawn.get(i).atTill()));
    double free = 0;
    for (int i : order) {
      waiting[i] = Math.max(0, free - drawn.get(i).atTill());
      free = drawn.get(i).atTill() + waiting[i] + drawn.get(i).times.till;
    }
    for (int i = 0; i < requests; i++) {
      DrawnRequest one = drawn.get(i);
      times.add(one.waiting(waiting[i]));
      starts.add(one.at);
    }
  }

  /** A random time of a call of stock. */
  public static double stock(SplittableRandom random) {
    return 3 + random.nextDouble() + (random.nextInt(25) == 0 ? 80 : 0);
  }

  private static Trace trace(int number, double at, Times times) {
    String id = "%06d".formatted(number);
    List<Span> spans = new ArrayList<>();
    spans.add(span(id, "0", null, "front", "page", SpanKind.SERVER, at, times.latency()));
    double now = at;
    now = call(spans, id, "search", "Find", now, times.search, 0);
    now = call(spans, id, "search", "Find", now, times.searchAgain, 0);
    now = call(spans, id, "till", "GetTotal", now, times.till, times.waiting);
    now = call(spans, id, "stock", "GetStock", now, times.stock, 0);
    call(spans, id, "stock", "GetStock", now, times.stockAgain, 0);
    return TraceAssembly.of(spans, new DamageCounts());
  }

  private static double call(
      List<Span> spans,
      String trace,
      String service,
      String operation,
      double at,
      double served,
      double waiting) {
    String client = "c" + spans.size();
    double end = at + waiting + served;
    spans.add(span(trace, client, "0", "front", operation, SpanKind.CLIENT, at, waiting + served));
    spans.add(
        span(
            trace,
            "s" + client,
            client,
            service,
            operation,
            SpanKind.SERVER,
            at + waiting,
            served));
    return end;
  }

  private static Span span(
      String trace,
      String id,
      @Nullable String parent,
      String service,
      String operation,
      SpanKind kind,
      double atMillis,
      double millis) {
    long start = Math.round(atMillis * NANOS_PER_MILLI);
    return new Span(
        trace,
        id,
        parent,
        service,
        operation,
        kind,
        start,
        Math.round((atMillis + millis) * NANOS_PER_MILLI) - start,
        false);
  }

  /** The recorded requests. */
  public List<Trace> traces() {
    List<Trace> traces = new ArrayList<>();
    for (int i = 0; i < times.size(); i++) {
      traces.add(trace(i, starts.get(i), times.get(i)));
    }
    return traces;
  }

  /** The times of the requests, in order of their start. */
  public List<Times> times() {
    return List.copyOf(times);
  }
}
