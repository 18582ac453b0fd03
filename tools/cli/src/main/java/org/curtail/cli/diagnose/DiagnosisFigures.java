package org.curtail.cli.diagnose;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.curtail.benchkit.results.Diagnosed;
import org.curtail.benchkit.results.Diagnosed.Count;
import org.curtail.benchkit.results.Diagnosed.Group;
import org.curtail.benchkit.results.Diagnosed.Helper;
import org.curtail.benchkit.results.Diagnosed.SlowRequest;
import org.curtail.benchkit.results.Diagnosed.Step;
import org.curtail.benchkit.text.Numbers;
import org.curtail.diagnose.Breakdown;
import org.curtail.diagnose.Cause;
import org.curtail.diagnose.CauseCdf;
import org.curtail.diagnose.CauseNanos;
import org.curtail.diagnose.Diagnosis;
import org.curtail.diagnose.LatencyGroup;
import org.curtail.diagnose.MainCause;
import org.curtail.diagnose.RequestEvidence;
import org.curtail.diagnose.Span;
import org.curtail.signals.Stint;

/** A diagnosis as figures for people and files: milliseconds by cause, in the order of causes. */
final class DiagnosisFigures {
  private static final double NANOS_PER_MS = 1e6;
  private static final List<Double> PERCENTILES = List.of(50.0, 95.0, 99.0);
  private static final int GROUPS = 10;
  private static final int SLOWEST = 10;

  /** Fewest requests of a query for a mean; with fewer, the mean is chance. */
  private static final int LEAST_ASKED = 5;

  private final Diagnosis diagnosis;

  DiagnosisFigures(Diagnosis diagnosis) {
    this.diagnosis = diagnosis;
  }

  /** The titles of all causes. */
  static List<String> causes() {
    return Arrays.stream(Cause.values()).map(Cause::title).toList();
  }

  static List<Double> ms(CauseNanos nanos) {
    return Arrays.stream(Cause.values()).map(cause -> nanos.of(cause) / NANOS_PER_MS).toList();
  }

  /** The median and the tail. */
  List<Group> percentiles() {
    var groups = new ArrayList<Group>();
    for (double percentile : PERCENTILES) {
      groups.add(group(Numbers.percentile(percentile), diagnosis.at(percentile)));
    }
    groups.add(
        group(
            "slowest " + Numbers.percent(ObservedRequests.SLOWEST_SHARE),
            diagnosis.slowest(ObservedRequests.SLOWEST_SHARE)));
    return groups;
  }

  /** All requests, from fast to slow. */
  List<Group> groups() {
    int count = Math.min(GROUPS, diagnosis.requests().size());
    return diagnosis.groups(count).stream()
        .map(group ->
            group(
                "%s to %s"
                    .formatted(
                        Numbers.percentile(group.fromPercentile()),
                        Numbers.percentile(group.toPercentile())),
                group))
        .toList();
  }

  /** The queries with the longest times, from slow to fast. */
  List<Group> asked() {
    return diagnosis.byGroup(LEAST_ASKED).stream()
        .limit(GROUPS)
        .map(group ->
            new Group(
                group.group(),
                group.requests(),
                group.meanNanos() / NANOS_PER_MS,
                ms(group.nanos())))
        .toList();
  }

  private static Group group(String name, LatencyGroup group) {
    return new Group(name, group.requests(), group.meanNanos() / NANOS_PER_MS, ms(group.nanos()));
  }

  /** The distribution in fine steps. */
  List<Step> distribution() {
    var cdf = new CauseCdf();
    diagnosis.requests().forEach(cdf::add);
    return cdf.points().stream()
        .map(point ->
            new Step(point.percentile(), point.latencyNanos() / NANOS_PER_MS, ms(point.nanos())))
        .toList();
  }

  /** Main causes of the slowest requests, the most frequent first. */
  List<Count> mainCauses() {
    return diagnosis.mainCauses(ObservedRequests.SLOWEST_SHARE).entrySet().stream()
        .sorted(Map.Entry.<Cause, Integer>comparingByValue().reversed())
        .map(entry -> new Count(entry.getKey().title(), entry.getValue()))
        .toList();
  }

  /** The slowest requests with their time lines. */
  List<SlowRequest> slowest(List<RequestEvidence> requests) {
    List<Breakdown> slowest = diagnosis.slowest(Math.min(SLOWEST, requests.size()));
    Map<Long, RequestEvidence> evidence =
        requests.stream()
            .filter(one -> slowest.stream().anyMatch(it -> it.id() == one.id()))
            .collect(Collectors.toMap(RequestEvidence::id, one -> one, (one, other) -> one));
    return slowest.stream()
        .map(one -> slow(one, Optional.ofNullable(evidence.get(one.id()))))
        .toList();
  }

  private SlowRequest slow(Breakdown request, Optional<RequestEvidence> evidence) {
    Optional<MainCause> main = diagnosis.mainCause(request);
    return new SlowRequest(
        request.id(),
        request.group().isEmpty() ? "request %,d".formatted(request.id()) : request.group(),
        request.latencyNanos() / NANOS_PER_MS,
        main.map(it -> it.cause().title()).orElse(null),
        main.flatMap(MainCause::second).map(Cause::title).orElse(null),
        main.map(MainCause::sure).orElse(false),
        request.spans().stream().map(DiagnosisFigures::span).toList(),
        evidence.map(it -> helpers(request, it)).orElse(List.of()));
  }

  private static Diagnosed.Span span(Span span) {
    return new Diagnosed.Span(
        span.who(),
        span.fromNanos() / NANOS_PER_MS,
        span.toNanos() / NANOS_PER_MS,
        ms(span.nanos()));
  }

  /** Threads that are not on the time line. */
  private static List<Helper> helpers(Breakdown request, RequestEvidence evidence) {
    if (!evidence.fitsOneClock()) {
      return List.of();
    }
    return evidence.stints().stream()
        .filter(stint ->
            request.spans().stream().noneMatch(span -> span.who().equals(stint.threadName())))
        .map(stint -> helper(stint, request, evidence))
        .toList();
  }

  private static Helper helper(Stint stint, Breakdown request, RequestEvidence evidence) {
    long from = stint.fromNanos() - evidence.intendedNanos();
    long to = stint.toNanos() - evidence.intendedNanos();
    return new Helper(
        stint.threadName(),
        Math.clamp(from, 0, request.latencyNanos()) / NANOS_PER_MS,
        Math.clamp(to, 0, request.latencyNanos()) / NANOS_PER_MS);
  }
}
