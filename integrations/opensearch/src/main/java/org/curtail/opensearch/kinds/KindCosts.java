package org.curtail.opensearch.kinds;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.common.xcontent.json.JsonXContent;
import org.opensearch.core.xcontent.DeprecationHandler;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.core.xcontent.XContentParser;

/**
 * The CPU time of searches by kind, learned while they run. The last {@link #MEMORY} searches of a
 * kind count most, so that a kind whose cost changes is known again after as many.
 *
 * <p>The estimate for a kind begins with that of its parts: of the structure on any index, then of
 * the structure without fields, then of all searches. Each search of the kind itself lowers the
 * weight of these. At most {@link #MOST_KINDS} entries are kept, those used last. Safe for all
 * threads.
 */
public final class KindCosts {
  /** Maximum number of entries; an entry takes at most some 2 KB. */
  public static final int MOST_KINDS = 1_000;

  /** Number of searches after which an earlier one has a third of its weight. */
  public static final int MEMORY = 16;

  private static final String FORMAT = "curtail-kinds/1";

  /** Number of searches over which the estimates are judged. */
  private static final int JUDGED = 200;

  /** Estimates of fewer searches are not judged. */
  private static final int LEAST_JUDGED = 32;

  /** Shortest CPU time that counts. Below, the clock and the logarithm say little. */
  private static final double LEAST_NANOS = 1_000;

  /**
   * Figures of one kind.
   *
   * @param kind index and structure
   * @param searches number of its searches since it was last forgotten
   * @param cpuMillis CPU time lately
   * @param spread standard deviation of the natural logarithm of its CPU time
   */
  public record Figures(String kind, long searches, double cpuMillis, double spread) {}

  /**
   * The expected cost of a search.
   *
   * @param nanos CPU time in the mean; 0 if nothing is known
   * @param logNanos mean of the natural logarithm of the CPU time
   */
  public record Estimate(double nanos, double logNanos) {
    /** Before the first search has ended. */
    public static final Estimate NONE = new Estimate(0, 0);
  }

  private static final class Kind {
    private long searches;
    private double weight;
    private double meanNanos;
    private double meanLog;
    private double varianceLog;

    void add(double nanos) {
      searches++;
      weight = Math.min(weight + 1, MEMORY);
      meanNanos += (nanos - meanNanos) / weight;
      double deviation = Math.log(nanos) - meanLog;
      meanLog += deviation / weight;
      varianceLog += (deviation * deviation * (1 - 1 / weight) - varianceLog) / weight;
    }

    /** Returns the estimate, where the prior one counts as one search. */
    Estimate after(Estimate prior) {
      return new Estimate(
          (weight * meanNanos + prior.nanos) / (weight + 1),
          (weight * meanLog + prior.logNanos) / (weight + 1));
    }
  }

  private final Map<List<String>, Kind> entries =
      new LinkedHashMap<>(64, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<List<String>, Kind> eldest) {
          return size() > MOST_KINDS;
        }
      };

  private final Kind all = new Kind();
  private double judged;
  private double squaredErrors;
  private double squaredDeviations;
  private volatile boolean useful;

  /** Returns the expected cost of a search. */
  public synchronized Estimate estimate(QueryShape shape) {
    var estimate = new Estimate(all.meanNanos, all.meanLog);
    for (List<String> key : keys(shape)) {
      Kind entry = entries.get(key);
      if (entry != null) {
        estimate = entry.after(estimate);
      }
    }
    return estimate;
  }

  /**
   * Learns from a search that has ended.
   *
   * @param estimate the estimate when it arrived
   * @param cpuNanos CPU time of all its threads
   */
  public synchronized void ended(QueryShape shape, Estimate estimate, long cpuNanos) {
    double nanos = Math.max((double) cpuNanos, LEAST_NANOS);
    if (estimate.nanos > 0) {
      judge(Math.log(nanos), estimate.logNanos);
    }
    all.add(nanos);
    for (List<String> key : keys(shape)) {
      entries.computeIfAbsent(key, absent -> new Kind()).add(nanos);
    }
  }

  private void judge(double log, double expectedLog) {
    judged = Math.min(judged + 1, JUDGED);
    double error = log - expectedLog;
    double deviation = log - all.meanLog;
    squaredErrors += (error * error - squaredErrors) / judged;
    squaredDeviations += (deviation * deviation - squaredDeviations) / judged;
    useful = judged >= LEAST_JUDGED && squaredErrors < squaredDeviations;
  }

  /**
   * True if the estimates are nearer to the searches' CPU times than one estimate for all searches
   * would be. If not, an order by cost is worth nothing.
   */
  public boolean areUseful() {
    return useful;
  }

  /** Returns the kinds with their figures, those used last at the end. */
  public synchronized List<Figures> figures() {
    return entries.entrySet().stream()
        .filter(entry -> entry.getKey().size() == 2)
        .map(entry ->
            new Figures(
                String.join(": ", entry.getKey()),
                entry.getValue().searches,
                entry.getValue().meanNanos / 1e6,
                Math.sqrt(entry.getValue().varianceLog)))
        .toList();
  }

  /** Returns all that it knows as JSON: {@code curtail-kinds/1}. */
  public synchronized String text() {
    try (XContentBuilder json = JsonXContent.contentBuilder()) {
      json.startObject().field("format", FORMAT).startArray("kinds");
      write(json, List.of(), all);
      for (var entry : entries.entrySet()) {
        write(json, entry.getKey(), entry.getValue());
      }
      return json.endArray().endObject().toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // nothing is written outside the memory
    }
  }

  private static void write(XContentBuilder json, List<String> key, Kind kind) throws IOException {
    json.startObject()
        .field("key", key)
        .field("searches", kind.searches)
        .field("weight", kind.weight)
        .field("mean_nanos", kind.meanNanos)
        .field("mean_log", kind.meanLog)
        .field("variance_log", kind.varianceLog)
        .endObject();
  }

  /**
   * Begins with what {@link #text} returned on another day.
   *
   * @throws IllegalArgumentException if the text is not one
   * @throws IOException if it is no JSON
   */
  public synchronized void read(String text) throws IOException {
    Map<String, Object> json;
    try (XContentParser parser =
        JsonXContent.jsonXContent.createParser(
            NamedXContentRegistry.EMPTY, DeprecationHandler.IGNORE_DEPRECATIONS, text)) {
      json = parser.map();
    }
    if (!FORMAT.equals(json.get("format"))
        || !(json.get("kinds") instanceof List<?> kinds)
        || kinds.size() > MOST_KINDS + 1) {
      throw new IllegalArgumentException(
          "expected %s with at most %,d kinds".formatted(FORMAT, MOST_KINDS + 1));
    }
    for (Object one : kinds) {
      if (!(one instanceof Map<?, ?> fields) || !(fields.get("key") instanceof List<?> key)) {
        throw new IllegalArgumentException("kinds: expected objects with a key, found " + one);
      }
      Kind kind = key.isEmpty() ? all : new Kind();
      kind.searches = (long) number(fields, "searches");
      kind.weight = Math.min(number(fields, "weight"), MEMORY);
      kind.meanNanos = number(fields, "mean_nanos");
      kind.meanLog = number(fields, "mean_log");
      kind.varianceLog = number(fields, "variance_log");
      if (!key.isEmpty()) {
        entries.put(key.stream().map(String::valueOf).toList(), kind);
      }
    }
  }

  private static double number(Map<?, ?> fields, String name) {
    if (fields.get(name) instanceof Number number
        && number.doubleValue() >= 0
        && number.doubleValue() < Double.POSITIVE_INFINITY) {
      return number.doubleValue();
    }
    throw new IllegalArgumentException(
        "%s: expected a number of at least 0, found %s".formatted(name, fields.get(name)));
  }

  /** Returns the keys of a shape's estimates, rough ones first. */
  private static List<List<String>> keys(QueryShape shape) {
    return List.of(
        List.of("", "", shape.types()),
        List.of("", shape.structure(), ""),
        List.of(shape.index(), shape.structure()));
  }
}
