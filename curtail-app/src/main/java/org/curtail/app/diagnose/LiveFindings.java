package org.curtail.app.diagnose;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.curtail.Profile;
import org.curtail.diagnose.Breakdown;
import org.curtail.diagnose.Diagnosis;
import org.curtail.diagnose.RequestEvidence;
import org.curtail.lab.inject.Deed;
import org.curtail.lab.inject.InjectionScore;
import org.curtail.lab.inject.Truths;
import org.curtail.measurement.search.Workload;
import org.curtail.measurement.terminal.Console;

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
   * @param blocks that were observed, at least one
   * @param deeds what was done to requests while they ran
   */
  LiveFindings(LiveSetting setting, Calibration usual, List<ServedBlock> blocks, List<Deed> deeds) {
    this.setting = setting;
    this.usual = usual;
    this.blocks = blocks;
    requests = expecting(blocks.stream().flatMap(block -> block.counted().stream()).toList());
    diagnosis = Diagnosis.of(requests);
    score =
        setting
            .injection()
            .map(injection -> InjectionScore.of(injection.kinds(), truths(deeds), said()));
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

  private Truths truths(List<Deed> deeds) {
    var all = new ArrayList<>(deeds);
    var underWay = new ArrayList<Truths.UnderWay>();
    for (ServedBlock block : blocks) {
      long[] waitNanos = ExpectedWaits.of(block, usual, setting.cores());
      all.addAll(
          block.plan().deeds(block.first(), block.beginNanos(), usual.cpuNanos(), waitNanos));
      for (Optional<RequestEvidence> request : block.requests()) {
        underWay.add(
            request
                .map(it -> new Truths.UnderWay(it.intendedNanos(), it.answeredNanos()))
                .orElse(new Truths.UnderWay(block.beginNanos(), block.beginNanos())));
      }
    }
    return Truths.of(all, underWay);
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
              .map(one -> new InjectionScore.Said(one, diagnosis.mainCause(one))));
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
        Optional.of(live));
  }
}
