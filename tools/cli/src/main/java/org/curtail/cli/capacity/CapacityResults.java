package org.curtail.cli.capacity;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Optional;
import org.curtail.benchkit.capacity.Capacity;
import org.curtail.benchkit.capacity.MeanInterval;
import org.curtail.benchkit.policyruns.Contender;
import org.curtail.benchkit.results.Interruption;
import org.curtail.cli.capacity.CapacitySweep.Finished;
import org.curtail.cli.capacity.CapacitySweep.PolicyCapacity;
import org.jspecify.annotations.Nullable;

/**
 * The result file of {@code curtail capacity}, format {@value #FORMAT}: the load of each policy,
 * and the limit for any policy.
 *
 * @param format always {@value #FORMAT}
 * @param command the command that makes this file again
 * @param seed seed of the first trace
 * @param cores number of cores of the machine
 * @param percentile the percentile of latency that is the tail
 * @param targetMs the limit of the tail, in milliseconds
 * @param requests number of requests in each trace
 * @param mostPerSecond greatest stable rate, in requests per second
 * @param rps requests per second of all servers together; absent if not given
 * @param reference the policy to which loads are compared: the first one that carries a load
 * @param limit the load that no policy exceeds; absent if the user stopped before it
 * @param policies policies in the order given
 * @param notes on the profile, a sentence each; left out if there are none
 * @param notReached policies after the point where the user stopped, in the order given; absent if
 *     none
 */
public record CapacityResults(
    String format,
    String command,
    long seed,
    int cores,
    double percentile,
    double targetMs,
    int requests,
    double mostPerSecond,
    @Nullable Double rps,
    @Nullable String reference,
    @Nullable Line limit,
    List<Line> policies,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> notes,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> notReached) {
  /** First field of every file. */
  public static final String FORMAT = "curtail-capacity/1";

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL)
          .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);

  /**
   * The capacity of one policy.
   *
   * @param answer {@code carries} a load; {@code misses-when-idle} if it carries no load; {@code
   *     meets-while-stable} if it carries each stable load
   * @param perSecond largest rate in requests per second, with its 95 % interval; absent without
   *     one. If all stable rates meet the target, it is the greatest stable rate
   * @param load the largest rate as a share of the cores' capacity with one thread for each request
   * @param tailMs mean tail over traces at that rate; the tail on an idle machine if the policy
   *     carries no load
   * @param traces number of traces at each rate
   * @param times ratio of the load to that of the reference, with its 95 % interval
   * @param servers number of servers for the same total load, as a share of the reference's
   * @param neededServers number of servers for the asked requests per second; absent if no rate was
   *     asked, or if no number of servers is enough
   * @param fewestServers number of servers by the upper end of the interval of the rate
   * @param mostServers number of servers by the lower end of the interval of the rate
   */
  public record Line(
      String policy,
      String answer,
      @Nullable Double perSecond,
      @Nullable Double lowPerSecond,
      @Nullable Double highPerSecond,
      @Nullable Double load,
      double tailMs,
      @Nullable Integer traces,
      @Nullable Double utilisation,
      @Nullable Double meanDegree,
      @Nullable Double times,
      @Nullable Double lowTimes,
      @Nullable Double highTimes,
      @Nullable Double servers,
      @Nullable Long neededServers,
      @Nullable Long fewestServers,
      @Nullable Long mostServers) {
    /** True if the 95 % interval contains "no difference from the reference". */
    boolean isLikeReference() {
      return lowTimes != null && highTimes != null && lowTimes <= 1 && highTimes >= 1;
    }
  }

  public CapacityResults {
    policies = List.copyOf(policies);
    notes = List.copyOf(notes);
    notReached = List.copyOf(notReached);
  }

  /** The place where the user stopped the search; null if it was finished. */
  public @Nullable Interruption interrupted() {
    return notReached.isEmpty()
        ? null
        : new Interruption(
            policies.size(), policies.size() + notReached.size(), "policies", List.of());
  }

  /**
   * The results of finished searches.
   *
   * @param rps requests per second of all servers together; null if not given
   * @param command the command that does the same again
   * @param notes on the profile
   */
  public static CapacityResults of(
      Finished finished,
      CapacitySetting setting,
      @Nullable Double rps,
      String command,
      List<String> notes) {
    Optional<PolicyCapacity> reference =
        finished.policies().stream()
            .filter(found -> found.capacity() instanceof Capacity.Carries)
            .findFirst();
    var lines = new Lines(setting, rps, reference.map(PolicyCapacity::capacity).orElse(null));
    return new CapacityResults(
        FORMAT,
        command,
        setting.traces().seed(),
        setting.machine().cores(),
        setting.percentile(),
        setting.targetMs(),
        setting.traces().requests(),
        setting.mostPerSecond(),
        rps,
        reference.map(PolicyCapacity::policy).orElse(null),
        finished
            .limit()
            .map(limit -> lines.line(new PolicyCapacity("limit", limit, 0, 0)))
            .orElse(null),
        finished.policies().stream().map(lines::line).toList(),
        notes,
        setting.policies().stream()
            .map(Contender::name)
            .filter(name ->
                finished.policies().stream().noneMatch(found -> found.policy().equals(name)))
            .toList());
  }

  private record Lines(
      CapacitySetting setting, @Nullable Double rps, @Nullable Capacity reference) {
    /**
     * Returns the number of servers, if one server carries at most this rate. Servers get equal
     * random shares of the requests.
     */
    private @Nullable Long servers(@Nullable Double perSecond) {
      if (rps == null || perSecond == null || perSecond <= 0) {
        return null;
      }
      double needed = Math.ceil(rps / perSecond);
      return needed < Long.MAX_VALUE ? (Long) (long) needed : null;
    }

    Line line(PolicyCapacity found) {
      return switch (found.capacity()) {
        case Capacity.Carries carries -> carries(found, carries);
        case Capacity.MissesWhenIdle idle ->
            empty(found.policy(), "misses-when-idle", null, idle.tailMs());
        case Capacity.MeetsWhileStable stable ->
            empty(found.policy(), "meets-while-stable", stable.mostPerSecond(), stable.tailMs());
      };
    }

    private Line carries(PolicyCapacity found, Capacity.Carries carries) {
      @Nullable MeanInterval times =
          reference instanceof Capacity.Carries other ? carries.times(other) : null;
      return new Line(
          found.policy(),
          "carries",
          carries.perSecond(),
          carries.low(),
          carries.high(),
          setting.load(carries.perSecond()),
          carries.tailMs().mean(),
          carries.perTrace().size(),
          found.utilisation() > 0 ? found.utilisation() : null,
          found.meanDegree() > 0 ? found.meanDegree() : null,
          times == null ? null : times.mean(),
          times == null ? null : times.low(),
          times == null ? null : times.high(),
          times == null ? null : 1 / times.mean(),
          servers(carries.perSecond()),
          servers(carries.high()),
          servers(carries.low()));
    }

    private Line empty(
        String policy, String answer, @Nullable Double perSecond, MeanInterval tailMs) {
      return new Line(
          policy,
          answer,
          perSecond,
          null,
          null,
          perSecond == null ? null : (Double) setting.load(perSecond),
          tailMs.mean(),
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          servers(perSecond),
          null,
          null);
    }
  }

  /** Writes the file. The writer stays open. */
  public void write(Writer writer) throws IOException {
    var newLine = new DefaultIndenter("  ", "\n");
    JSON.writer(new DefaultPrettyPrinter().withObjectIndenter(newLine)).writeValue(writer, this);
    writer.write('\n');
  }
}
