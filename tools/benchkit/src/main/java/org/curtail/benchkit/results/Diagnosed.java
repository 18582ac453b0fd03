package org.curtail.benchkit.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import org.curtail.benchkit.results.Diagnosed.Group;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.jspecify.annotations.Nullable;

/**
 * Composition of the time of requests. Each list of times by cause has one time for each of {@link
 * #causes}, in milliseconds; their sum is the latency.
 *
 * @param requests number of requests
 * @param causes titles of the causes, the same in all lists
 * @param percentiles means of requests around the median and the tail
 * @param groups groups of equally many requests, from fast to slow
 * @param asked means of requests of the same query, from slow to fast; only the slowest queries
 * @param distribution all requests by latency, in fine steps
 * @param slowest single slow requests, the slowest first
 * @param mainCauses counts of main causes of the slowest 1 %, the most frequent first
 * @param advice advice on causes, the cause with the greatest share first
 * @param signals readable and missing signals
 * @param observing cost of observing; absent for a recording
 * @param injected score of known causes; absent without injections
 */
public record Diagnosed(
    int requests,
    List<String> causes,
    List<Group> percentiles,
    List<Group> groups,
    @JsonInclude(Include.NON_EMPTY) List<Group> asked,
    List<Step> distribution,
    List<SlowRequest> slowest,
    List<Count> mainCauses,
    List<Advised> advice,
    @JsonInclude(Include.NON_EMPTY) List<Signal> signals,
    @Nullable Observing observing,
    @Nullable Injected injected) {
  /**
   * Means of requests of similar latency.
   *
   * @param name name of the group: p99
   * @param ms mean latency by cause
   */
  public record Group(String name, int requests, double latencyMs, List<Double> ms) {
    public Group {
      ms = List.copyOf(ms);
    }
  }

  /**
   * A step of the distribution of latency.
   *
   * @param percentile percentage of requests with at most {@code latencyMs}
   * @param ms mean time by cause over the step
   */
  public record Step(double percentile, double latencyMs, List<Double> ms) {
    public Step {
      ms = List.copyOf(ms);
    }
  }

  /** A cause with its count. */
  public record Count(String name, int count) {}

  /**
   * A slow request.
   *
   * @param what query
   * @param main main cause; absent if the request is not slow compared with others
   * @param second second cause, if it is large too
   * @param sure true if the main cause is the same with the greatest possible errors of all parts
   * @param spans time line without gaps
   * @param helpers other threads that served the request
   */
  public record SlowRequest(
      long id,
      String what,
      double latencyMs,
      @Nullable String main,
      @Nullable String second,
      boolean sure,
      List<Span> spans,
      @JsonInclude(Include.NON_EMPTY) List<Helper> helpers) {
    public SlowRequest {
      spans = List.copyOf(spans);
      helpers = List.copyOf(helpers);
    }
  }

  /**
   * A part of a time line.
   *
   * @param who serving thread, or the reason of a wait
   * @param fromMs begin since the intended sending by the client
   * @param ms amounts by cause; their moments are unknown
   */
  public record Span(String who, double fromMs, double toMs, List<Double> ms) {
    public Span {
      ms = List.copyOf(ms);
    }
  }

  /** An additional thread besides that of the time line. */
  public record Helper(String who, double fromMs, double toMs) {}

  /**
   * Advice on a cause.
   *
   * @param share share of the excess time of the slowest requests: 0 to 1
   * @param gain predicted ratio of the present p99 to the p99 after the change; absent without a
   *     prediction
   * @param how method of the prediction, or the reason for none
   */
  public record Advised(
      String cause, double share, String what, @Nullable Double gain, String how) {}

  /** A kind of signal. */
  public record Signal(String name, boolean available, String reason) {}

  public Diagnosed {
    causes = List.copyOf(causes);
    percentiles = List.copyOf(percentiles);
    groups = List.copyOf(groups);
    asked = List.copyOf(asked);
    distribution = List.copyOf(distribution);
    slowest = List.copyOf(slowest);
    mainCauses = List.copyOf(mainCauses);
    advice = List.copyOf(advice);
    signals = List.copyOf(signals);
  }

  /**
   * Returns the mean times by cause around the median and in the tail.
   *
   * @param leastShare least share of a latency for a column; other causes have none
   */
  public Table<Group> percentilesTable(double leastShare) {
    Table<Group> table =
        Table.of(percentiles)
            .show("mean ms of", Unit.NAME, Group::name)
            .show("requests", Unit.COUNT, Group::requests)
            .show("latency", Unit.MEASURED, Group::latencyMs);
    for (int cause = 0; cause < causes.size(); cause++) {
      int index = cause;
      if (percentiles.stream()
          .anyMatch(group -> group.ms().get(index) > leastShare * group.latencyMs())) {
        table.show(causes.get(cause), Unit.MEASURED, group -> group.ms().get(index));
      }
    }
    return table;
  }
}
