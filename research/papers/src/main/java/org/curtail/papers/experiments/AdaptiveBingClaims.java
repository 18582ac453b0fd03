package org.curtail.papers.experiments;

import static org.curtail.papers.experiments.AdaptiveBing.ADAPTIVE;
import static org.curtail.papers.experiments.AdaptiveBing.BINARY;
import static org.curtail.papers.experiments.AdaptiveBing.MAX_DEGREE;
import static org.curtail.papers.experiments.AdaptiveBing.SEQUENTIAL;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.curtail.benchkit.policyruns.Contender;
import org.curtail.benchkit.results.Answer;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.text.Numbers;
import org.curtail.papers.experiments.Claims.Statistic;

/** The Adaptive parallelism paper's statements on its figures, under both readings of the load. */
final class AdaptiveBingClaims {
  /** Rates of Table 1, which has the utilisation in percent for each policy. */
  private static final List<Double> TABLE_RATES = List.of(10.0, 30.0, 50.0, 70.0, 90.0);

  private static final List<String> TABLE_POLICIES =
      List.of(SEQUENTIAL, "fixed-2", "fixed-3", "fixed-4", "fixed-5", "fixed-6", ADAPTIVE);

  private static final List<List<Integer>> TABLE_PERCENT =
      List.of(
          List.of(7, 22, 33, 50, 63),
          List.of(8, 23, 38, 57, 77),
          List.of(9, 26, 44, 69, 87),
          List.of(9, 29, 50, 76, 95),
          List.of(9, 30, 55, 85, 100),
          List.of(10, 36, 62, 91, 100),
          List.of(10, 31, 51, 65, 62));

  /**
   * Rates in bold in Table 1, at which fixed degrees have longer response times than sequential.
   */
  private static final Map<String, Set<Double>> WORSE =
      Map.of(
          "fixed-2", Set.of(90.0),
          "fixed-3", Set.of(90.0),
          "fixed-4", Set.of(70.0, 90.0),
          "fixed-5", Set.of(70.0, 90.0),
          "fixed-6", Set.of(70.0, 90.0));

  private static final String IDEAL =
      "with more threads than cores, the paper's server gets slower from 70 % utilisation on. Ideal cores do not";

  private static final String SELECTED =
      "taken literally, Adaptive counts no waiting request until 24 threads are active. So it takes the greatest degree. The paper's degrees fall much earlier";

  private static final String SELECTED_IN_SYSTEM =
      "if all requests count, the formula takes one thread from 14 other requests on. In the paper this happens at 90 queries/s with 62 % of the CPU, so with 7 or 8 requests. With 7 others, two threads must then be less than 1.37 times faster, and with Table 1 six at most 1.8 times. The paper has 2.5";

  private static final String LINEAR_IN_SYSTEM =
      "if all requests count, linear schemes take fewer threads: linear-5 takes one from 4 others on. At 60 requests/s there are 3 others here";

  private static final String SIX_THREADS =
      "six threads are 2.4 times faster here. The paper has about 2.5";

  private final Claims claims = new Claims();
  private final Measurements letter;
  private final Measurements inSystem;
  private final ChangingLoad changing;

  private AdaptiveBingClaims(Measurements letter, Measurements inSystem, ChangingLoad changing) {
    this.letter = letter;
    this.inSystem = inSystem;
    this.changing = changing;
  }

  static List<Claim> of(
      Measurements letter, Measurements inSystem, Measurements speculative, ChangingLoad changing) {
    var all = new AdaptiveBingClaims(letter, inSystem, changing);
    all.sequential();
    all.speculation(speculative);
    all.responses(letter, "Figure 9", SELECTED);
    all.responses(inSystem, "Figure 9, load in system", SELECTED_IN_SYSTEM);
    all.degrees(letter, "Figure 10", SELECTED);
    all.degrees(inSystem, "Figure 10, load in system", SELECTED_IN_SYSTEM);
    all.utilization();
    all.changes();
    all.schemes(letter, "Figure 13", SELECTED);
    all.schemes(inSystem, "Figure 13, load in system", LINEAR_IN_SYSTEM);
    all.beyond();
    return all.claims.all();
  }

  private void sequential() {
    claims.number(
        "Section 3.1",
        "mean of sequential at 70 requests/s above that at 10 (paper: only)",
        "%",
        5,
        difference(letter, SEQUENTIAL, 70, 10),
        "the paper's cores share caches and memory. Ideal cores share nothing");
  }

  private void speculation(Measurements speculative) {
    var ratios = new ArrayList<Double>();
    for (long seed : letter.seeds()) {
      Optional<Run> with = speculative.run("fixed-6", 50, seed);
      letter
          .run("fixed-6", 50, seed)
          .ifPresent(alone ->
              with.ifPresent(run -> ratios.add(run.latency().meanMs() / alone.latency().meanMs())));
    }
    claims.answered(
        "Section 4.3",
        "chunks visited beyond the end of a query change the mean of fixed-6 at 50 requests/s by less than 5 %",
        Estimate.near(ratios, 0.05),
        Estimate.times(ratios),
        "this is the mean of all queries. The paper's statement is about the longest ones");
  }

  /** Returns the increase of a policy's mean from one rate to another, in percent. */
  private static Optional<Estimate> difference(
      Measurements measured, String policy, double rps, double than) {
    Optional<Estimate> high = measured.of(policy, rps, run -> run.latency().meanMs());
    Optional<Estimate> low = measured.of(policy, than, run -> run.latency().meanMs());
    if (high.isEmpty() || low.isEmpty()) {
      return Optional.empty();
    }
    double percent = 100 * (high.get().mean() / low.get().mean() - 1);
    return Optional.of(new Estimate(percent, percent, percent));
  }

  private void responses(Measurements measured, String figure, String why) {
    if (measured == letter) {
      latency(
          measured,
          figure,
          SEQUENTIAL,
          86,
          316,
          "demands are drawn at random, and have a long tail");
      latency(measured, figure, "fixed-3", 55, 186, IDEAL);
      bestFixed(figure);
    }
    latency(measured, figure, ADAPTIVE, 49, 160, why);
    List<String> fixed =
        IntStream.rangeClosed(2, MAX_DEGREE).mapToObj(degree -> "fixed-" + degree).toList();
    List<Double> before90 =
        measured.scenario().rates().stream().filter(rps -> rps > 10 && rps < 90).toList();
    for (Statistic statistic : List.of(Statistic.MEAN, Statistic.P95)) {
      claims.lowest(figure, measured, statistic, ADAPTIVE, fixed, before90, why);
      for (double rps : List.of(30.0, 50.0)) {
        claims.bound(
            figure,
            "%s of adaptive below sequential at %.0f requests/s".formatted(statistic.words(), rps),
            true,
            50,
            "%",
            measured.of(
                ADAPTIVE,
                SEQUENTIAL,
                rps,
                (run, than) -> 100 * (1 - statistic.of(run) / statistic.of(than))),
            SIX_THREADS);
      }
    }
    Optional<Estimate> penalty =
        measured.of(
            ADAPTIVE,
            SEQUENTIAL,
            90,
            (run, than) -> run.latency().p95Ms() / than.latency().p95Ms());
    claims.answered(
        figure,
        "no penalty over sequential at 90 requests/s, p95",
        penalty.map(ratio -> ratio.below(1.02)).orElse(Answer.NO),
        penalty.map(ratio -> Numbers.decimal(ratio.mean()) + " times").orElse("not stable"),
        why);
  }

  private void latency(
      Measurements measured,
      String figure,
      String policy,
      double meanMs,
      double p95Ms,
      String reason) {
    claims.number(
        figure,
        "mean of %s at 60 requests/s".formatted(policy),
        "ms",
        meanMs,
        measured.of(policy, 60, run -> run.latency().meanMs()),
        reason);
    claims.number(
        figure,
        "p95 of %s at 60 requests/s".formatted(policy),
        "ms",
        p95Ms,
        measured.of(policy, 60, run -> run.latency().p95Ms()),
        reason);
  }

  private void bestFixed(String figure) {
    claims.lowest(
        figure,
        letter,
        Statistic.MEAN,
        "fixed-3",
        List.of("fixed-2", "fixed-4", "fixed-5", "fixed-6"),
        List.of(60.0),
        IDEAL);
  }

  private void degrees(Measurements measured, String figure, String why) {
    claims.number(
        figure,
        "mean degree of adaptive at 60 requests/s",
        "threads",
        3.44,
        measured.of(ADAPTIVE, 60, AdaptiveBingClaims::selected),
        why);
    share(measured, figure, 60, Set.of(3, 4), why);
    share(measured, figure, 30, Set.of(5, 6), why);
    Optional<Estimate> at90 = measured.of(ADAPTIVE, 90, AdaptiveBingClaims::selected);
    claims.number(figure, "mean degree of adaptive at 90 requests/s", "threads", 1, at90, why);
  }

  private void share(
      Measurements measured, String figure, double rps, Set<Integer> degrees, String why) {
    Optional<Estimate> share =
        measured.of(
            ADAPTIVE,
            rps,
            run ->
                degrees.stream()
                    .mapToDouble(degree ->
                        degree <= run.degrees().degreeShares().size()
                            ? run.degrees().degreeShares().get(degree - 1)
                            : 0)
                    .sum());
    claims.answered(
        figure,
        "most requests get degree %s at %.0f requests/s"
            .formatted(
                String.join(" or ", new TreeSet<>(degrees).stream().map(d -> "" + d).toList()),
                rps),
        share.map(part -> part.above(0.5)).orElse(Answer.NO),
        share.map(part -> Numbers.percent(part.mean())).orElse("not stable"),
        why);
  }

  /** Returns the mean of the selected degrees, one for each request. */
  static double selected(Run run) {
    List<Double> shares = run.degrees().degreeShares();
    return IntStream.range(0, shares.size()).mapToDouble(i -> (i + 1) * shares.get(i)).sum();
  }

  private void utilization() {
    for (int p = 0; p < TABLE_POLICIES.size(); p++) {
      String policy = TABLE_POLICIES.get(p);
      for (int r = 0; r < TABLE_RATES.size(); r++) {
        double rps = TABLE_RATES.get(r);
        claims.number(
            "Table 1",
            "CPU utilization of %s at %.0f requests/s".formatted(policy, rps),
            "%",
            TABLE_PERCENT.get(p).get(r),
            letter.of(policy, rps, run -> 100 * run.utilisation()),
            policy.equals(ADAPTIVE)
                ? SELECTED
                : "the core times of the profile are fitted to the rows of fixed degrees, at 50 and 70 requests/s. Ideal cores are never at 100 %");
      }
    }
    for (int r = 0; r < TABLE_RATES.size(); r++) {
      double rps = TABLE_RATES.get(r);
      claims.number(
          "Table 1, load in system",
          "CPU utilization of adaptive at %.0f requests/s".formatted(rps),
          "%",
          TABLE_PERCENT.getLast().get(r),
          inSystem.of(ADAPTIVE, rps, run -> 100 * run.utilisation()),
          SELECTED_IN_SYSTEM);
    }
    for (String policy : TABLE_POLICIES.subList(1, 6)) {
      worse(policy);
    }
    for (Measurements measured : List.of(letter, inSystem)) {
      List<Run> runs =
          measured.means().stream().filter(run -> run.policy().equals(ADAPTIVE)).toList();
      claims.answered(
          measured == letter ? "Table 1" : "Table 1, load in system",
          "CPU utilization of adaptive is below 70 % at all rates",
          measured.scenario().rates().stream()
              .map(rps -> measured.of(ADAPTIVE, rps, Run::utilisation))
              .map(share -> share.map(part -> part.below(0.7)).orElse(Answer.NO))
              .reduce(Answer.YES, Answer::and),
          "at most " + Numbers.percent(runs.stream().mapToDouble(Run::utilisation).max().orElse(0)),
          measured == letter ? SELECTED : SELECTED_IN_SYSTEM);
    }
  }

  private void worse(String policy) {
    Set<Double> ofPaper = new TreeSet<>(WORSE.getOrDefault(policy, Set.of()));
    Answer answer = Answer.YES;
    var evidence = new ArrayList<String>();
    for (double rps : TABLE_RATES) {
      Optional<Estimate> ratio = letter.of(policy, SEQUENTIAL, rps, AdaptiveBingClaims::meanRatio);
      Answer worse = ratio.map(times -> times.above(1)).orElse(Answer.YES);
      answer = answer.and(ofPaper.contains(rps) ? worse : worse.inverse());
      evidence.add(ratio.map(times -> Numbers.decimal(times.mean())).orElse("not stable"));
    }
    claims.answered(
        "Table 1",
        "mean of %s above sequential at %s of 10, 30, 50, 70, 90 requests/s, and only there"
            .formatted(
                policy, String.join(" and ", ofPaper.stream().map("%.0f"::formatted).toList())),
        answer,
        "times sequential: " + String.join(", ", evidence),
        IDEAL);
  }

  private void changes() {
    for (int phase = 0; phase < ChangingLoad.RATES.size(); phase++) {
      double rps = ChangingLoad.RATES.get(phase);
      List<Double> during = changing.phaseMeansMs(ADAPTIVE, phase);
      List<Double> ratios =
          letter.of(ADAPTIVE, rps, run -> run.latency().meanMs()).stream()
              .flatMap(steady -> during.stream().map(ms -> ms / steady.mean()))
              .toList();
      claims.answered(
          "Figure 12",
          "mean of adaptive in phase %d, at %.0f requests/s, is that of a steady load"
              .formatted(phase + 1, rps),
          Estimate.near(ratios, 0.1),
          Estimate.times(ratios),
          "a phase has few of the longest requests, so its mean is uncertain");
    }
    List<Double> first = changing.phaseMeansMs(SEQUENTIAL, 0);
    Answer answer = Answer.of(!first.isEmpty());
    var evidence = new ArrayList<String>();
    for (int phase = 1; phase < ChangingLoad.RATES.size(); phase++) {
      List<Double> later = changing.phaseMeansMs(SEQUENTIAL, phase);
      List<Double> ratios =
          IntStream.range(0, Math.min(first.size(), later.size()))
              .mapToObj(i -> later.get(i) / first.get(i))
              .toList();
      answer = answer.and(Estimate.near(ratios, 0.1));
      evidence.add(Estimate.times(ratios));
    }
    claims.answered(
        "Figure 12",
        "mean of sequential stays where it is",
        answer,
        "of the first phase: " + String.join(", ", evidence),
        "a phase has few of the longest requests, so its mean is uncertain");
  }

  private void schemes(Measurements measured, String figure, String why) {
    better(measured, figure, Statistic.P95, List.of(8.5, 17.5, 11.5, 14.6), why);
    better(measured, figure, Statistic.P99, List.of(21.0, 27.5, 27.2, 23.0), why);
    claims.lowest(
        figure, measured, Statistic.MEAN, "linear-1", List.of(SEQUENTIAL), List.of(10.0, 30.0), "");
    claims.lowest(
        figure, measured, Statistic.MEAN, SEQUENTIAL, List.of("linear-20"), List.of(80.0), why);
    claims.lowest(
        figure, measured, Statistic.MEAN, "linear-20", List.of("fixed-6"), List.of(60.0), why);
    claims.lowest(
        figure, measured, Statistic.P95, SEQUENTIAL, List.of("linear-10"), List.of(100.0), why);
    near(measured, figure, 30, "fixed-6", why);
    near(measured, figure, 90, SEQUENTIAL, why);
  }

  private void better(
      Measurements measured, String figure, Statistic statistic, List<Double> percent, String why) {
    List<Double> rates = List.of(50.0, 60.0, 70.0, 80.0);
    for (int i = 0; i < rates.size(); i++) {
      claims.below(
          figure, measured, statistic, ADAPTIVE, "linear-5", rates.get(i), percent.get(i), why);
    }
  }

  /**
   * Adds the claim that Binary changes from the greatest degree to one thread with growing load.
   */
  private void near(Measurements measured, String figure, double rps, String like, String why) {
    String name =
        measured.scenario().policies().stream()
            .map(Contender::name)
            .filter(policy -> policy.startsWith(BINARY))
            .findFirst()
            .orElseThrow();
    Optional<Estimate> ratio = measured.of(name, like, rps, AdaptiveBingClaims::meanRatio);
    claims.answered(
        figure,
        "binary is close to %s at %.0f requests/s, within 15 %% of its mean".formatted(like, rps),
        ratio.map(times -> times.between(0.85, 1.15)).orElse(Answer.NO),
        ratio.map(times -> Numbers.decimal(times.mean()) + " times").orElse("not stable"),
        why);
  }

  private void beyond() {
    claims.lowest(
        "Beyond the paper",
        letter,
        Statistic.P99,
        "tail-index",
        Stream.concat(Stream.of(SEQUENTIAL, ADAPTIVE), Stream.of("fixed-2", "fixed-3", "fixed-6"))
            .toList(),
        letter.scenario().rates(),
        "");
  }

  private static double meanRatio(Run run, Run than) {
    return run.latency().meanMs() / than.latency().meanMs();
  }
}
