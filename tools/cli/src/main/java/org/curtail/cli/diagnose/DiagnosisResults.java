package org.curtail.cli.diagnose;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.curtail.benchkit.inject.InjectionKind;
import org.curtail.benchkit.inject.InjectionScore;
import org.curtail.benchkit.inject.InjectionScore.KindScore;
import org.curtail.benchkit.results.Diagnosed;
import org.curtail.benchkit.results.Diagnosed.Advised;
import org.curtail.benchkit.results.Diagnosed.Signal;
import org.curtail.benchkit.results.Injected;
import org.curtail.benchkit.results.NumberTable;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.stats.ShareInterval;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.trust.BusyMachine;
import org.curtail.diagnose.Cause;
import org.curtail.diagnose.Diagnosis;
import org.curtail.diagnose.LatencyGroup;
import org.curtail.diagnose.RequestEvidence;
import org.curtail.signals.Stint;

/** A diagnosis as results. */
final class DiagnosisResults {
  private static final int MOST_FRAMES = 15;
  private static final double MEDIAN = 50;

  /** Fewest samples for shares; with fewer, shares are chance. */
  private static final int LEAST_SAMPLES = 20;

  /** Smallest share of an excess worth mentioning in the headline. */
  private static final double LEAST_SHARE = 0.1;

  private static final int MOST_CAUSES = 3;

  /** Percentage of requests in a statement about nearly all requests. */
  private static final double LARGE = 95;

  private static final double UNKNOWN_SHARE = -1;

  private static final int GROUPS = 10;

  private static final double NANOS_PER_MS = 1e6;

  private DiagnosisResults() {}

  /**
   * Builds the results.
   *
   * @param command the command that does the same again
   * @param settings settings of the run, for people
   */
  static Results of(
      ObservedRequests watched, long seed, String command, Map<String, Object> settings) {
    var gains = new Gains(watched, seed);
    // A disturbance by other processes looks like a fault of the service, so the advice would be
    // wrong.
    List<Advised> advice =
        BusyMachine.forbidsVerdict(othersShare(watched))
            ? List.of()
            : Advice.of(watched.diagnosis(), ObservedRequests.SLOWEST_SHARE).stream()
                .map(gains::of)
                .toList();
    return new Results(
            "diagnose",
            seed,
            watched.service().cores(),
            command,
            settings,
            null,
            null,
            watched.live().map(ObservedRequests.Live::noise).orElse(null),
            List.of(),
            verdict(watched, advice))
        .with()
        .tables(
            Stream.of(
                    watched
                        .frames()
                        .filter(it -> it.slowSamples() >= LEAST_SAMPLES)
                        .map(DiagnosisResults::frames),
                    cyclesPerInstruction(watched.requests()),
                    phaseCycles(watched.requests()))
                .flatMap(Optional::stream)
                .toList())
        .interrupted(watched.live().flatMap(ObservedRequests.Live::interrupted).orElse(null))
        .diagnosis(diagnosed(watched, advice))
        .results();
  }

  private static Diagnosed diagnosed(ObservedRequests watched, List<Advised> advice) {
    var parts = new DiagnosisFigures(watched.diagnosis());
    Optional<ObservedRequests.Live> live = watched.live();
    return new Diagnosed(
        watched.requests().size(),
        DiagnosisFigures.causes(),
        parts.percentiles(),
        parts.groups(),
        parts.asked(),
        parts.distribution(),
        parts.slowest(watched.requests()),
        parts.mainCauses(),
        advice,
        watched.rungs().stream()
            .map(rung -> new Signal(rung.name(), rung.available(), rung.reason()))
            .toList(),
        live.map(ObservedRequests.Live::observing).orElse(null),
        live.flatMap(ObservedRequests.Live::score).map(DiagnosisResults::injected).orElse(null));
  }

  // ---- In words.

  private static Verdict verdict(ObservedRequests watched, List<Advised> advice) {
    var details = new ArrayList<>(doubts(watched));
    details.add(headline(watched, advice));
    boolean isJudged = !BusyMachine.forbidsVerdict(othersShare(watched));
    if (isJudged) {
      details.add(
          repeated(NoiseOrWork.of(watched.diagnosis().requests(), ObservedRequests.SLOWEST_SHARE)));
      details.add(UnexplainedQueueing.sentence(watched.blocks(), watched.service().cores()));
      leastInterference(watched.diagnosis()).ifPresent(details::add);
    }
    watched
        .live()
        .ifPresent(live -> {
          double load = watched.service().perSecond() / live.capacityPerSecond();
          if (isJudged && load >= 1) {
            details.add(
                "The load is %s of the cores' capacity, so the queue grows without end."
                    .formatted(Numbers.percent(load)));
          }
          if (live.failed() > 0) {
            details.add("%,d requests failed and are left out.".formatted(live.failed()));
          }
        });
    // Doubts come before the findings.
    return new Verdict(details.removeFirst(), details);
  }

  private static List<String> doubts(ObservedRequests watched) {
    List<String> notes =
        watched
            .live()
            .map(live -> BusyMachine.notes(live.noise()))
            .orElseGet(() -> BusyMachine.notesOfOthers(othersShare(watched)));
    String advice =
        BusyMachine.forbidsVerdict(othersShare(watched))
            ? ". No cause is named, and there is no advice"
            : "";
    return notes.stream().map(note -> "Doubtful: %s%s.".formatted(note, advice)).toList();
  }

  /** Share of the machine's CPU time taken by others; negative if unknown. */
  private static double othersShare(ObservedRequests watched) {
    return watched
        .live()
        .map(live -> live.noise().stolenShare())
        .or(() -> watched.recorded().map(recorded -> recorded.othersShare().orElse(UNKNOWN_SHARE)))
        .orElse(UNKNOWN_SHARE);
  }

  private static String headline(ObservedRequests watched, List<Advised> advice) {
    LatencyGroup middle = watched.diagnosis().at(MEDIAN);
    LatencyGroup slowest = watched.diagnosis().slowest(ObservedRequests.SLOWEST_SHARE);
    String begin =
        "The slowest %s of %,d requests took %s, the median %s"
            .formatted(
                Numbers.percent(ObservedRequests.SLOWEST_SHARE),
                watched.requests().size(),
                Numbers.time(slowest.meanNanos() / 1e6),
                Numbers.time(middle.meanNanos() / 1e6));
    List<String> causes =
        advice.stream()
            .filter(one -> one.share() >= LEAST_SHARE)
            .limit(MOST_CAUSES)
            .map(one -> "%s %s".formatted(Numbers.percent(one.share()), one.cause()))
            .toList();
    return causes.isEmpty()
        ? begin + "."
        : "%s; of the difference %s.".formatted(begin, String.join(", ", causes));
  }

  private static String repeated(NoiseOrWork repeated) {
    String seen =
        "a slow request, asked again, is slow %s of the time, by chance alone %s"
            .formatted(percent(repeated.slowAgain()), percent(repeated.expectedByChance()));
    return switch (repeated.verdict()) {
      case WORK -> "Slow requests are slow because of their query: %s.".formatted(seen);
      case NOISE ->
          "Slow requests are slow because of disturbances, not because of their query: %s."
              .formatted(seen);
      case BOTH ->
          "Some slow requests are slow because of their query, others because of disturbances: %s."
              .formatted(seen);
      case UNKNOWN ->
          "Too few slow requests were repeated to say whether their query makes them slow.";
    };
  }

  /** Smallest detectable interference; empty if it is never detectable. */
  private static Optional<String> leastInterference(Diagnosis diagnosis) {
    OptionalLong middle = diagnosis.leastInterferenceNanos(MEDIAN);
    OptionalLong large = diagnosis.leastInterferenceNanos(LARGE);
    return middle.isEmpty() || large.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Interference shows from %s of CPU time a request on, in the median over requests; from %s on in 95 %% of them."
                .formatted(
                    Numbers.time(middle.getAsLong() / 1e6), Numbers.time(large.getAsLong() / 1e6)));
  }

  private static String percent(double share) {
    return Double.isNaN(share) ? "an unknown share" : Numbers.percent(share);
  }

  private static NumberTable frames(HotFrames frames) {
    return new NumberTable(
        "Methods in slow requests",
        "Share of samples in which a method ran: of %,d in the slowest requests, and of %,d in those of middle latency. Methods that slow requests ran more come first."
            .formatted(frames.slowSamples(), frames.middleSamples()),
        "method",
        List.of("slow, %", "middle, %"),
        frames.frames().stream()
            .filter(frame -> frame.slowShare() > 0)
            .limit(MOST_FRAMES)
            .map(frame ->
                new NumberTable.Line(
                    frame.method(), List.of(100 * frame.slowShare(), 100 * frame.middleShare())))
            .toList());
  }

  /** Messages on missing signals, a sentence each. */
  static List<String> missing(Diagnosed diagnosed) {
    return diagnosed.signals().stream()
        .filter(signal -> !signal.available())
        .map(signal -> "%s: not available, because %s".formatted(signal.name(), signal.reason()))
        .toList();
  }

  /** Cycles by phase; empty if there are no counts by phase. */
  private static Optional<NumberTable> phaseCycles(List<RequestEvidence> requests) {
    List<RequestEvidence> counted =
        requests.stream().filter(DiagnosisResults::countsPhases).toList();
    Map<Integer, List<Stint.PhaseCount>> phases =
        counted.stream()
            .flatMap(request -> request.stints().stream())
            .flatMap(stint -> stint.phases().stream())
            .collect(
                Collectors.groupingBy(Stint.PhaseCount::phase, TreeMap::new, Collectors.toList()));
    List<NumberTable.Line> lines =
        phases.entrySet().stream()
            .filter(it -> instructionsOf(it.getValue()) > 0)
            .map(it -> phaseLine(it.getKey(), it.getValue(), counted.size()))
            .toList();
    return lines.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new NumberTable(
                "Cycles per instruction by phase",
                "Of all threads of %,d requests, in user mode. The threads of an engine begin in phase 1, run chunks in phase 2 and make the result in phase 3."
                    .formatted(counted.size()),
                "phase",
                List.of("cycles per instruction", "million instructions per request"),
                lines));
  }

  private static boolean countsPhases(RequestEvidence request) {
    List<Stint> stints = request.stints();
    return !stints.isEmpty() && stints.stream().noneMatch(it -> it.phases().isEmpty());
  }

  private static double instructionsOf(List<Stint.PhaseCount> counts) {
    return counts.stream().mapToDouble(Stint.PhaseCount::instructions).sum();
  }

  private static NumberTable.Line phaseLine(
      int phase, List<Stint.PhaseCount> counts, int requests) {
    double cycles = counts.stream().mapToDouble(Stint.PhaseCount::cycles).sum();
    double instructions = instructionsOf(counts);
    return new NumberTable.Line(
        String.valueOf(phase), List.of(cycles / instructions, instructions / requests / 1e6));
  }

  /**
   * Evidence of the processor's counters on slow requests. More instructions show more work; more
   * cycles per instruction show a disturbance.
   *
   * <p>The lines are groups from fast to slow, and the slowest requests; empty if too few requests
   * were counted.
   */
  static Optional<NumberTable> cyclesPerInstruction(List<RequestEvidence> requests) {
    List<Counted> ascending =
        requests.stream()
            .map(Counted::of)
            .flatMap(Optional::stream)
            .sorted(Comparator.comparingLong(Counted::latencyNanos))
            .toList();
    int size = ascending.size();
    if (size < GROUPS) {
      return Optional.empty();
    }
    var lines = new ArrayList<NumberTable.Line>();
    for (int i = 0; i < GROUPS; i++) {
      String name =
          "%s to %s"
              .formatted(
                  Numbers.percentile(100.0 * i / GROUPS),
                  Numbers.percentile(100.0 * (i + 1) / GROUPS));
      lines.add(cyclesLine(name, ascending.subList(size * i / GROUPS, size * (i + 1) / GROUPS)));
    }
    int slowest = (int) Math.ceil(ObservedRequests.SLOWEST_SHARE * size - 1e-9);
    lines.add(
        cyclesLine(
            "slowest " + Numbers.percent(ObservedRequests.SLOWEST_SHARE),
            ascending.subList(size - slowest, size)));
    return Optional.of(
        new NumberTable(
            "Cycles per instruction",
            "Of all threads of a request, in user mode. More instructions are more work. More cycles per instruction show that another thread uses the cache, the memory or the core.",
            "requests",
            List.of("cycles per instruction", "million instructions"),
            lines));
  }

  private static NumberTable.Line cyclesLine(String name, List<Counted> group) {
    double cycles = group.stream().mapToDouble(Counted::cycles).sum();
    double instructions = group.stream().mapToDouble(Counted::instructions).sum();
    return new NumberTable.Line(
        name, List.of(cycles / instructions, instructions / group.size() / 1e6));
  }

  /** A request with counts of all its threads. */
  private record Counted(long latencyNanos, double cycles, double instructions) {
    static Optional<Counted> of(RequestEvidence request) {
      List<Stint> stints = request.stints();
      double instructions = stints.stream().mapToDouble(Stint::instructions).sum();
      return stints.stream().anyMatch(it -> it.cycles() < 0 || it.instructions() < 0)
              || instructions == 0
          ? Optional.empty()
          : Optional.of(
              new Counted(
                  request.latencyNanos(),
                  stints.stream().mapToDouble(Stint::cycles).sum(),
                  instructions));
    }
  }

  /** A score of injected causes as numbers for people and files. */
  private static Injected injected(InjectionScore score) {
    List<Cause> columns =
        Arrays.stream(Cause.values())
            .filter(cause ->
                score.matrix().stream().anyMatch(row -> row.named(cause) > 0)
                    || score.kinds().stream()
                        .anyMatch(kind -> kind.kind().causes().contains(cause)))
            .toList();
    return new Injected(
        score.slowFromNanos() / NANOS_PER_MS,
        score.untouched(),
        score.kinds().stream().map(DiagnosisResults::kind).toList(),
        columns.stream().map(Cause::title).toList(),
        rows(score, columns));
  }

  private static Injected.Kind kind(KindScore kind) {
    double error = kind.timeError();
    return new Injected.Kind(
        kind.kind().label(),
        String.join(" or ", kind.kind().causes().stream().sorted().map(Cause::title).toList()),
        kind.affected(),
        kind.weak() == 0 ? null : kind.weak(),
        kind.slow(),
        kind.right(),
        kind.slow() == 0 ? null : ShareInterval.of(kind.rightShare(), kind.slow()).low(),
        kind.secondRight(),
        kind.falseAlarms(),
        kind.measured(),
        kind.measured() == 0 ? null : kind.truthNanos() / NANOS_PER_MS / kind.measured(),
        Double.isNaN(error) ? null : error);
  }

  private static List<Injected.Row> rows(InjectionScore score, List<Cause> columns) {
    var rows = new ArrayList<Injected.Row>();
    for (InjectionScore.Row row : score.matrix()) {
      rows.add(
          new Injected.Row(
              row.kind().map(InjectionKind::label).orElse("nothing"),
              columns.stream().map(row::named).toList(),
              row.unnamed()));
    }
    return rows;
  }
}
