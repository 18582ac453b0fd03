package org.curtail.cli.report;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.curtail.benchkit.results.Demand;
import org.curtail.benchkit.results.Emulated;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.Verdict.Outcome;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.report.Finding.Winner;
import org.jspecify.annotations.Nullable;

/** A finding in words. */
final class FindingText {
  private static final double SAME_LOAD = 1e-3;

  private FindingText() {}

  /**
   * The finding in one sentence or more.
   *
   * @param all findings of the page: a simulation shows the loads of an emulation beside it
   */
  static List<String> sentences(Finding finding, List<Finding> all) {
    String on = finding.evidence().on(finding.results().cores());
    String reason = finding.reason();
    if (reason != null) {
      String notJudged = "%s: not judged, %s.".formatted(on, reason);
      return isDoubtful(finding)
          ? Stream.concat(
                  Stream.of(notJudged),
                  figures(finding, all)
                      .map(figures -> "Its figures are doubtful. " + figures)
                      .stream())
              .toList()
          : List.of(notJudged);
    }
    var sentences = new ArrayList<String>();
    sentences.add("%s: %s.".formatted(on, shown(finding)));
    if (finding.evidence() != Evidence.LIVE) {
      figures(finding, all).ifPresent(sentences::add);
    }
    return sentences;
  }

  /**
   * True for an emulation on a busy machine: it is late, but the report still shows its figures.
   */
  private static boolean isDoubtful(Finding finding) {
    return finding.evidence() == Evidence.EMULATED
        && finding.results().interrupted() == null
        && finding.results().verdict().outcome() == Outcome.TOO_BUSY;
  }

  /** The answer in one line, for a heading. */
  static String heading(Finding finding) {
    int count = finding.results().cores();
    String cores = count + (count == 1 ? " core" : " cores");
    if (!finding.isJudged()) {
      return ofOneSeed(finding, cores).orElse("No verdict yet: " + finding.reason());
    }
    if (finding.winner() == null) {
      return "On %s %s as good as any policy".formatted(cores, withoutCurtail(finding));
    }
    List<Run> lowered = lowered(finding);
    String baseline = lowered.getFirst().against().getLast().baseline();
    return "%s: %s %s lower than %s on %s"
        .formatted(
            finding.requireWinner().name(),
            tailName(lowered),
            byHowMuch(lowered),
            baseline.equals("sequential") ? "one thread each" : baseline,
            finding.evidence() == Evidence.LIVE
                ? cores
                : cores + ", " + finding.evidence().name().toLowerCase(Locale.ROOT));
  }

  /**
   * The lowest tail of one seed, beside one thread for each request; empty if either is missing.
   */
  private static Optional<String> ofOneSeed(Finding finding, String cores) {
    Ranking ranking = finding.ranking();
    Optional<String> lowest = finding.isOfOneSeed() ? ranking.lowest() : Optional.empty();
    double[] cuts =
        lowest.stream()
            .flatMap(best -> ranking.loads().stream().flatMap(load -> cut(best, load, ranking)))
            .mapToDouble(Double::doubleValue)
            .sorted()
            .toArray();
    if (cuts.length == 0 || cuts[0] <= 0) {
      return Optional.empty();
    }
    String least = Numbers.percent(cuts[0]);
    String most = Numbers.percent(cuts[cuts.length - 1]);
    return Optional.of(
        "%s: p99 %s lower than one thread each on %s, simulated with one seed"
            .formatted(
                lowest.orElseThrow(),
                least.equals(most) ? most : least.replace(" %", "") + " to " + most,
                cores));
  }

  /** The share by which a policy's p99 is below that of one thread for each request. */
  private static Stream<Double> cut(String policy, double load, Ranking ranking) {
    Run plain = ranking.runs().run("sequential", load);
    Run own = ranking.runs().run(policy, load);
    return plain == null || own == null || !plain.carries(99) || !Ranking.isUp(plain)
        ? Stream.empty()
        : Stream.of(1 - own.latency().p99Ms() / plain.latency().p99Ms());
  }

  private static String shown(Finding finding) {
    Finding.Winner winner = finding.winner();
    if (winner == null) {
      return "no lower tail is shown, %s as good there".formatted(withoutCurtail(finding));
    }
    List<Run> lowered = lowered(finding);
    return "the %s of %s is %s lower than that of %s at %s"
        .formatted(
            tailName(lowered),
            winner.name(),
            byHowMuch(lowered),
            lowered.getFirst().against().getLast().baseline(),
            loads(lowered.stream().map(Run::load).toList()));
  }

  private static String tailName(List<Run> lowered) {
    return lowered.getFirst().carries(99) ? "p99" : "p95";
  }

  private static String byHowMuch(List<Run> lowered) {
    double most =
        lowered.stream()
            .map(Ranking::tail)
            .flatMap(Stream::ofNullable)
            .mapToDouble(Ratio::value)
            .min()
            .orElseThrow();
    return (lowered.size() > 1 ? "up to " : "") + Numbers.percent(1 - most);
  }

  /** The runs of the winner in which the tail is shown to be lower. */
  private static List<Run> lowered(Finding finding) {
    Ranking ranking = finding.ranking();
    return ranking.loads().stream()
        .map(load -> ranking.runs().run(finding.requireWinner().name(), load))
        .flatMap(Stream::ofNullable)
        .filter(FindingText::isLowered)
        .toList();
  }

  private static boolean isLowered(Run run) {
    Ratio tail = Ranking.tail(run);
    return tail != null && tail.differs() && tail.value() < 1;
  }

  /** Loads for people. */
  static String loads(List<Double> loads) {
    return loads.stream().map(Numbers::percent).collect(joining(", ")) + " load";
  }

  /** The user's alternatives without curtail, with a verb. */
  static String withoutCurtail(Finding finding) {
    boolean lucene =
        finding.ranking().runs().policies().stream().anyMatch(name -> name.startsWith("lucene-"));
    return lucene ? "plain Lucene is" : "one thread for each request (sequential) is";
  }

  /**
   * The tails of the best policy and of the best alternative without curtail, beside the lower
   * limit.
   */
  private static Optional<String> figures(Finding finding, List<Finding> all) {
    Ranking ranking = finding.ranking();
    Finding.Winner winner = finding.winner();
    Optional<String> best = winner == null ? ranking.lowest() : Optional.of(winner.name());
    List<String> atLoads =
        ranking.loads().stream()
            .filter(load -> isShown(load, finding, all))
            .map(load -> at(load, best, finding))
            .filter(sentence -> !sentence.isEmpty())
            .toList();
    return atLoads.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", atLoads));
  }

  /** True if a load is shown: a simulation beside an emulation shows the loads of both. */
  private static boolean isShown(double load, Finding finding, List<Finding> all) {
    List<Finding> emulations =
        all.stream()
            .filter(emulation ->
                emulation.evidence() == Evidence.EMULATED && isSimulationOf(emulation, finding))
            .toList();
    return emulations.isEmpty()
        || emulations.stream()
            .flatMap(other -> other.results().runs().stream())
            .anyMatch(run -> isSame(run.load(), load));
  }

  /** True if the loads are equal; loads of rates are computed for each. */
  private static boolean isSame(double load, double other) {
    return Math.abs(load - other) < SAME_LOAD;
  }

  private static String at(double load, Optional<String> best, Finding finding) {
    Ranking ranking = finding.ranking();
    List<Run> runs =
        Stream.concat(Stream.of("sequential"), best.stream())
            .map(policy -> ranking.runs().run(policy, load))
            .filter(Objects::nonNull)
            .filter(run -> run.carries(95))
            .toList();
    if (runs.isEmpty()) {
      return "";
    }
    String figure = runs.stream().allMatch(run -> run.carries(99)) ? "p99" : "p95";
    Double limit = figure.equals("p99") ? limitMs(load, finding) : null;
    return "At %s load, %s of %s requests: %s%s."
        .formatted(
            Numbers.percent(load),
            figure,
            Numbers.count(runs.getFirst().requests()),
            runs.stream().map(run -> tail(run, finding)).collect(joining(", ")),
            limit == null ? "" : "; no policy can be below " + Numbers.time(limit));
  }

  private static String tail(Run run, Finding finding) {
    String own = run.policy() + " " + Numbers.time(Ranking.tailMs(run));
    if (!Ranking.isUp(run)) {
      return run.policy() + " does not keep up";
    }
    return finding.results().emulated().stream()
        .filter(emulated -> emulated.policy().equals(run.policy()) && emulated.load() == run.load())
        .findFirst()
        .map(emulated ->
            own + " (the same simulated: " + Numbers.time(simulatedMs(emulated, run)) + ")")
        .orElse(own);
  }

  private static double simulatedMs(Emulated emulated, Run run) {
    return run.carries(99) ? emulated.simulatedP99Ms() : emulated.simulatedP95Ms();
  }

  /**
   * The lower limit of a simulation, for the simulated requests. Other results have the limit of
   * the whole profile, which the few requests of an emulation may fall below.
   */
  private static @Nullable Double limitMs(double load, Finding finding) {
    return finding.evidence() == Evidence.SIMULATED
        ? finding.ranking().runs().boundMs(load).orElse(null)
        : null;
  }

  private static boolean isSimulationOf(Finding emulation, Finding simulation) {
    Demand demand = emulation.results().demand();
    return simulation.evidence() == Evidence.SIMULATED
        && simulation.results().cores() == emulation.results().cores()
        && demand != null
        && demand.equals(simulation.results().demand());
  }

  /** A remark if fewer degrees were measured than there are cores. */
  static Optional<String> degrees(Finding finding) {
    if (finding.evidence() == Evidence.LIVE) {
      return Optional.empty();
    }
    Demand demand = finding.results().demand();
    int cores = finding.results().cores();
    return demand == null || demand.maxDegree() >= cores
        ? Optional.empty()
        : Optional.of(
            "The profile has the degrees 1 to %d, so a request gets at most %d of the %d cores; a profile from more cores permits more."
                .formatted(demand.maxDegree(), demand.maxDegree(), cores));
  }

  /**
   * The advice on the policy to use.
   *
   * @param shown the findings with a winner, at least one; the first counts most
   */
  static String toUse(List<Finding> shown, List<Finding> all) {
    Finding best = shown.getFirst();
    Winner winner = best.requireWinner();
    var sentences = new ArrayList<String>();
    sentences.add("Use %s on %s%s.".formatted(winner.name(), coresOf(best), basis(best)));
    if (!winner.rivals().isEmpty()) {
      sentences.add(
          "No difference to %s is shown: the intervals overlap."
              .formatted(String.join(", ", winner.rivals())));
    }
    if (!winner.raisesMeanAt().isEmpty()) {
      sentences.add(
          "It raises the mean at %s.".formatted(FindingText.loads(winner.raisesMeanAt())));
    }
    var said = new LinkedHashSet<Integer>();
    said.add(best.results().cores());
    for (Finding other : shown) {
      if (said.add(other.results().cores())) {
        sentences.add(
            "On %s use %s%s."
                .formatted(coresOf(other), other.requireWinner().name(), basis(other)));
      }
    }
    for (Finding other : all) {
      if (other.isJudged() && other.winner() == null && said.add(other.results().cores())) {
        sentences.add(
            "On %s %s as good.".formatted(coresOf(other), FindingText.withoutCurtail(other)));
      }
    }
    sentences.add(reader(best));
    return sentences.stream().filter(sentence -> !sentence.isEmpty()).collect(joining(" "));
  }

  private static String coresOf(Finding finding) {
    int cores = finding.results().cores();
    return Numbers.count(cores) + (cores == 1 ? " core" : " cores");
  }

  private static String basis(Finding finding) {
    return switch (finding.evidence()) {
      case LIVE -> "";
      case EMULATED -> ", as the engine shows on emulated ones";
      case SIMULATED -> ", as far as a simulation can show";
    };
  }

  /** The inputs of the line of Java. */
  private static String reader(Finding finding) {
    String policy = finding.registeredWinner();
    if (JavaLine.needsTable(policy)) {
      return "In Java, with a reader of %s:"
          .formatted(finding.file("table", "your interval table"));
    }
    return JavaLine.needsProfile(policy)
        ? "In Java, with a reader of %s:".formatted(finding.file("profile", "your profile"))
        : "In Java:";
  }

  /** The advice if no gain is shown. */
  static String withoutPolicy(List<Finding> findings) {
    List<Finding> judged = findings.stream().filter(Finding::isJudged).toList();
    if (judged.isEmpty()) {
      return findings.stream().allMatch(Finding::isOfOneSeed)
          ? "Change nothing yet: one seed decides nothing."
          : "Change nothing yet: no policy is shown to be better than another.";
    }
    String where =
        judged.stream().map(FindingText::coresOf).distinct().collect(joining(" and on "));
    return "Keep your present way: on %s %s as good as any measured policy."
        .formatted(where, FindingText.withoutCurtail(judged.getFirst()));
  }
}
