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
import org.curtail.benchkit.inject.InjectionScore;
import org.curtail.benchkit.inject.Injections;
import org.curtail.benchkit.inject.Served;
import org.curtail.benchkit.inject.Truths;
import org.curtail.benchkit.search.Workload;
import org.curtail.benchkit.terminal.Console;
import org.curtail.diagnose.Breakdown;
import org.curtail.diagnose.CauseSplit;
import org.curtail.diagnose.Diagnosis;
import org.curtail.diagnose.RequestEvidence;

/** What the blocks of a live run show. */
final class LiveFindings {
  private static final long UNKNOWN = RequestEvidence.UNKNOWN;

  /** Of fewer, the median is chance. */
  private static final int LEAST_LIKE = 5;

  private final LiveSetting setting;
  private final Calibration usual;
  private final List<ServedBlock> blocks;
  private final List<RequestEvidence> requests;
  private final Diagnosis diagnosis;
  private final Optional<InjectionScore> score;

  /**
   * Diagnoses.
   *
   * @param split what the parts of requests cost here
   * @param blocks that were observed, at least one
   * @param injections what was put into requests; empty for nothing
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
   * What a query usually computes follows from the others that asked the same, under the same load;
   * where they are few, from the calibration.
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

  private Truths truths(Injections done) {
    Map<Integer, Served> served = done.served();
    var deeds = new ArrayList<>(done.deeds());
    var underWay = new ArrayList<Truths.UnderWay>();
    for (ServedBlock block : blocks) {
      deeds.addAll(
          block
              .plan()
              .deeds(block.first(), block.beginNanos(), i -> block.handedOverNanos()[i], served));
      for (Optional<RequestEvidence> request : block.requests()) {
        int number = underWay.size();
        underWay.add(
            request
                .map(it -> underWay(it, Optional.ofNullable(served.get(number))))
                .orElse(failed(block)));
      }
    }
    return Truths.of(deeds, underWay, done.collections());
  }

  private static Truths.UnderWay underWay(RequestEvidence request, Optional<Served> served) {
    return new Truths.UnderWay(
        request.intendedNanos(),
        request.receivedNanos(),
        served.map(Served::fromNanos).orElse(request.receivedNanos()),
        request.answeredNanos(),
        served.map(it -> Math.max(it.offCoreNanos(), 0)).orElse(0L));
  }

  private static Truths.UnderWay failed(ServedBlock block) {
    long nanos = block.beginNanos();
    return new Truths.UnderWay(nanos, nanos, nanos, nanos, 0);
  }

  /** By number in the run. */
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

  /** How well causes that were put in were told; empty if there were none. */
  Optional<InjectionScore> score() {
    return score;
  }

  /** All of it. */
  Watched watched(Watched.Live live, double perSecond, Workload workload, Console console)
      throws IOException {
    Profile profile =
        setting.profile().isPresent()
            ? setting.profile().get()
            : SpeedupProbe.measure(workload, setting.cores(), usual.serialMs(), console);
    return new Watched(
        requests,
        diagnosis,
        blocks.stream().map(ServedBlock::counted).toList(),
        new Watched.Service(
            setting.policyName(), setting.policy(), profile, perSecond, setting.cores()),
        Optional.empty(),
        Optional.of(live),
        Optional.empty());
  }
}
