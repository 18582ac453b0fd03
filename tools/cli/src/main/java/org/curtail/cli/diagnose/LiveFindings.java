package org.curtail.cli.diagnose;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.curtail.Profile;
import org.curtail.benchkit.inject.GroundTruth;
import org.curtail.benchkit.inject.InjectionScore;
import org.curtail.benchkit.inject.Injections;
import org.curtail.benchkit.inject.Served;
import org.curtail.benchkit.search.Searches;
import org.curtail.benchkit.search.Workload;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.diagnose.Breakdown;
import org.curtail.diagnose.CauseSplit;
import org.curtail.diagnose.Diagnosis;
import org.curtail.diagnose.RequestEvidence;
import org.curtail.policy.FixedDegree;
import org.curtail.runtime.Curtail;

/** Findings of the blocks of a live run. */
final class LiveFindings {
  private static final long UNKNOWN = RequestEvidence.UNKNOWN;

  /** Fewest requests for a median; with fewer, the median is chance. */
  private static final int LEAST_LIKE = 5;

  private static final int MOST_QUERIES = 150;
  private static final int MOST_DEGREE = 6;

  private final LiveSetting setting;
  private final Calibration usual;
  private final List<ServedBlock> blocks;
  private final List<RequestEvidence> requests;
  private final Diagnosis diagnosis;
  private final Optional<InjectionScore> score;

  /**
   * Diagnoses the blocks.
   *
   * @param split costs of the parts of requests on this machine
   * @param blocks observed blocks, at least one
   * @param injections injections into requests; empty for none
   */
  LiveFindings(
      LiveSetting setting,
      Calibration usual,
      CauseSplit split,
      List<ServedBlock> blocks,
      Optional<Injections> injections) {
    this.setting = setting;
    this.usual = usual;
    this.blocks = blocks;
    requests = expecting(blocks.stream().flatMap(block -> block.counted().stream()).toList());
    diagnosis = Diagnosis.of(requests, split);
    score =
        injections.map(done ->
            InjectionScore.of(setting.injection().orElseThrow().kinds(), truths(done), said()));
  }

  /**
   * Adds the usual computing time of a query. The source is other requests with the same query
   * under the same load, or the calibration if such requests are few.
   */
  private List<RequestEvidence> expecting(List<RequestEvidence> counted) {
    Map<String, Long> usualNanos = new HashMap<>();
    for (int query = 0; query < usual.cpuNanos().length; query++) {
      usualNanos.put(EvidenceMaker.group(query), Math.max(usual.cpuNanos()[query], UNKNOWN));
    }
    Map<String, Long> counts =
        counted.stream().collect(groupingBy(RequestEvidence::group, counting()));
    return counted.stream()
        .map(request ->
            counts.getOrDefault(request.group(), 0L) < LEAST_LIKE
                ? request.expecting(usualNanos.getOrDefault(request.group(), UNKNOWN))
                : request)
        .toList();
  }

  private GroundTruth truths(Injections done) {
    Map<Integer, Served> served = done.served();
    var records = new ArrayList<>(done.records());
    var underWay = new ArrayList<GroundTruth.UnderWay>();
    for (ServedBlock block : blocks) {
      records.addAll(
          block
              .plan()
              .records(block.first(), block.beginNanos(), i -> block.handedOverNanos()[i], served));
      for (Optional<RequestEvidence> request : block.requests()) {
        int number = underWay.size();
        underWay.add(
            request
                .map(it -> underWay(it, Optional.ofNullable(served.get(number))))
                .orElse(failed(block)));
      }
    }
    return GroundTruth.of(records, underWay, done.collections());
  }

  private static GroundTruth.UnderWay underWay(RequestEvidence request, Optional<Served> served) {
    return new GroundTruth.UnderWay(
        request.intendedNanos(),
        request.receivedNanos(),
        served.map(Served::fromNanos).orElse(request.receivedNanos()),
        request.answeredNanos(),
        served.map(it -> Math.max(it.offCoreNanos(), 0)).orElse(0L));
  }

  private static GroundTruth.UnderWay failed(ServedBlock block) {
    long nanos = block.beginNanos();
    return new GroundTruth.UnderWay(nanos, nanos, nanos, nanos, 0);
  }

  /** Diagnoses by number in the run. */
  private List<Optional<InjectionScore.Said>> said() {
    Map<Long, Breakdown> breakdowns = new HashMap<>();
    diagnosis.requests().forEach(breakdown -> breakdowns.put(breakdown.id(), breakdown));
    var said = new ArrayList<Optional<InjectionScore.Said>>();
    int all = blocks.stream().mapToInt(block -> block.requests().size()).sum();
    for (long id = 0; id < all; id++) {
      said.add(
          Optional.ofNullable(breakdowns.get(id))
              .map(one ->
                  new InjectionScore.Said(
                      one,
                      diagnosis.mainCause(one),
                      diagnosis.leastInterferenceNanos(one).orElse(Long.MAX_VALUE))));
    }
    return said;
  }

  /** Score of the diagnosis of injected causes; empty if there were none. */
  Optional<InjectionScore> score() {
    return score;
  }

  /** The complete findings. */
  ObservedRequests watched(
      ObservedRequests.Live live, double perSecond, Workload workload, Console console)
      throws IOException {
    Profile profile =
        setting.profile().isPresent()
            ? setting.profile().get()
            : measureSpeedups(workload, setting.cores(), usual.serialMs(), console);
    return new ObservedRequests(
        requests,
        diagnosis,
        blocks.stream().map(ServedBlock::counted).toList(),
        new ObservedRequests.Service(
            setting.policyName(), setting.policy(), profile, perSecond, setting.cores()),
        Optional.empty(),
        Optional.of(live),
        Optional.empty());
  }

  /**
   * A profile of the sent queries, each at its usual time on one thread.
   *
   * <p>The method measures the speedups of some queries, each alone on the machine at each degree.
   * One pass does not count, and one counts. That is enough to estimate parallel policies. {@code
   * curtail profile} measures exactly.
   *
   * @param serialMs usual time of each query of the log
   */
  private static Profile measureSpeedups(
      Workload workload, int cores, double[] serialMs, Console console) throws IOException {
    int degrees = Math.min(cores, MOST_DEGREE);
    int step = Math.ceilDiv(workload.queries().size(), MOST_QUERIES);
    var queries = new ArrayList<Integer>();
    for (int query = 0; query < workload.queries().size(); query += step) {
      queries.add(query);
    }
    double[][] timesMs = new double[queries.size()][degrees];
    for (int degree = 1; degree <= degrees; degree++) {
      console.progress("diagnose: speedups, degree %d of %d".formatted(degree, degrees));
      measureSpeedups(workload, queries, degree, timesMs);
    }
    for (int i = 0; i < timesMs.length; i++) {
      double factor = serialMs[queries.get(i)] / timesMs[i][0];
      for (int d = 0; d < degrees; d++) {
        timesMs[i][d] *= factor;
      }
    }
    return Profile.of("what curtail diagnose saw", timesMs);
  }

  private static void measureSpeedups(
      Workload workload, List<Integer> queries, int degree, double[][] timesMs) throws IOException {
    try (Curtail engine =
        Curtail.with(new FixedDegree(degree)).cores(degree).name("speedup-" + degree).start()) {
      Searches searches = Searches.on(engine, workload);
      for (int i = 0; i < queries.size(); i++) {
        StopSignal.check("stopped while speedups were measured; nothing was written");
        searches.run(engine, queries.get(i));
        long fromNanos = System.nanoTime();
        searches.run(engine, queries.get(i));
        timesMs[i][degree - 1] = (System.nanoTime() - fromNanos) / 1e6;
      }
    }
  }
}
