package org.curtail.papers.experiments;

import static org.curtail.papers.experiments.Claims.Statistic.MEAN;
import static org.curtail.papers.experiments.Claims.Statistic.P99;
import static org.curtail.papers.experiments.FewToManyLucene.CLAIRVOYANT;
import static org.curtail.papers.experiments.FewToManyLucene.GREATEST_OF_PAPER;
import static org.curtail.papers.experiments.FewToManyLucene.PATIENT;
import static org.curtail.papers.experiments.FewToManyLucene.PLANNED;
import static org.curtail.papers.experiments.FewToManyLucene.PUBLISHED;
import static org.curtail.papers.experiments.FewToManyLucene.RATES;
import static org.curtail.papers.experiments.FewToManyLucene.TAIL_INDEX;
import static org.curtail.papers.experiments.FewToManyLucene.UNBOOSTED;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.curtail.benchkit.results.Answer;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.results.Run;

/** The Few-to-Many paper's statements on its figures on Lucene, and further ones. */
final class FewToManyLuceneClaims {
  private static final List<Double> OF_PAPER =
      RATES.stream().filter(rps -> rps <= GREATEST_OF_PAPER).toList();

  /** Rates with the size of the gain. */
  private static final List<Double> NAMED_RATES = List.of(36.0, 40.0, 43.0, 45.0, 48.0, 54.0);

  private static final String LIGHTER =
      "the fitted demand loads the cores less. The paper's utilisation, degrees and threads at 47 and 48 requests/s come here between 51 and 54. The paper's 17 threads at 30 requests/s would fill its 15 cores, but in Figure 3 fixed-4 has room up to 42. So its threads do not all compute";

  private static final String OTHER_DEMAND =
      "the paper planned its Table 2 for its own speedups and tail, which are not public. The fitted demand differs from them";

  private static final String MORE_THREADS =
      "with the paper's table, requests get more threads here than in the paper (Figure 9). This makes the mean longer";

  private static final String THRESHOLD =
      "both are nearly equal here, and 225 ms is the best threshold for the paper's demand";

  private static final String FLUID =
      "in the simulation a boosted request has a whole core at once, and only requests on the other cores get slower";

  private static final String UNBOOSTED_SHARES =
      "without boosting, the longest requests share cores with all others while there are more threads than cores. No table includes this. The paper's Few-to-Many boosts";

  private static final String NEAR_CROSSING =
      "45 requests/s is near the rate at which both curves cross here (Figure 3). So each is below the other in some quanta";

  private final Claims claims = new Claims();
  private final Measurements measured;
  private final List<Measurements> variants;
  private final LoadBursts bursts;

  private FewToManyLuceneClaims(
      Measurements measured, List<Measurements> variants, LoadBursts bursts) {
    this.measured = measured;
    this.variants = variants;
    this.bursts = bursts;
  }

  static List<Claim> of(Measurements measured, List<Measurements> variants, LoadBursts bursts) {
    var all = new FewToManyLuceneClaims(measured, variants, bursts);
    all.fixed();
    all.intervals();
    all.comparedToFixed();
    all.characteristics();
    all.comparedToOthers();
    all.boosting();
    all.variation();
    all.beyond();
    return all.claims.all();
  }

  private void fixed() {
    Optional<Estimate> crossing =
        crossing(measured, "fixed-4", "sequential", run -> run.latency().p99Ms());
    claims.number(
        "Figure 3",
        "rate from which fixed-4 has a higher p99 than sequential",
        "requests/s",
        42,
        crossing,
        LIGHTER);
    claims.answered(
        "Figure 3",
        "fixed-4 crosses sequential between 40 and 46 requests/s",
        crossing.map(rps -> rps.between(40, 46)).orElse(Answer.NO),
        "",
        LIGHTER);
  }

  private void intervals() {
    for (String interval : List.of("interval-20", "interval-100", "interval-500")) {
      claims.lowest(
          "Figure 4", measured, P99, interval, List.of("fixed-4"), List.of(43.0, 45.0, 48.0), "");
    }
    claims.lowest(
        "Figure 4", measured, P99, "interval-500", List.of("interval-100"), List.of(48.0), LIGHTER);
    claims.lowest(
        "Figure 4", measured, P99, "interval-100", List.of("interval-20"), List.of(48.0), "");
    claims.lowest(
        "Figure 4", measured, P99, "interval-20", List.of("interval-100"), List.of(30.0), "");
    claims.lowest(
        "Figure 4", measured, P99, "interval-100", List.of("interval-500"), List.of(30.0), "");
  }

  private void comparedToFixed() {
    List<String> fixed = List.of("sequential", "fixed-2", "fixed-4");
    claims.lowest("Figure 8", measured, P99, PUBLISHED, fixed, OF_PAPER, LIGHTER);
    claims.lowest("Figure 8", measured, MEAN, PUBLISHED, fixed, OF_PAPER, MORE_THREADS);
    claims.lowest("Figure 8", measured, P99, "fixed-2", List.of("fixed-4"), List.of(40.0), "");
    claims.below("Figure 8", measured, P99, PUBLISHED, "fixed-2", 40, 33, OTHER_DEMAND);
    claims.below("Figure 8", measured, MEAN, PUBLISHED, "fixed-2", 40, 29, MORE_THREADS);
    claims.below("Figure 8", measured, P99, PUBLISHED, "fixed-2", 43, 40, OTHER_DEMAND);
    claims.below("Figure 8", measured, MEAN, PUBLISHED, "fixed-2", 43, 20, MORE_THREADS);
  }

  private void characteristics() {
    degree(
        "mean degree of all requests at the lowest load",
        30,
        3.8,
        run -> run.degrees().meanDegree());
    degree(
        "mean degree of all requests at the highest load",
        48,
        2.2,
        run -> run.degrees().meanDegree());
    degree(
        "mean degree of the shortest 5 % at 47 requests/s",
        47, 1.29, run -> run.degrees().meanDegreeShortest());
    degree(
        "mean degree of the longest 5 % at 47 requests/s",
        47, 3, run -> run.degrees().meanDegreeLongest());
    claims.number(
        "Figure 9",
        "requests that end sequential at 45 requests/s",
        "%",
        19,
        measured.of(PUBLISHED, 45, run -> 100 * share(run, 1)),
        LIGHTER);
    claims.number(
        "Figure 9",
        "requests that end with degree 3 or less at 45 requests/s",
        "%",
        41,
        measured.of(PUBLISHED, 45, run -> 100 * (share(run, 1) + share(run, 2) + share(run, 3))),
        LIGHTER);
    claims.number(
        "Figure 9",
        "threads in the system at 48 requests/s",
        "threads",
        25,
        measured.of(PUBLISHED, 48, Run::meanThreads),
        LIGHTER);
    claims.number(
        "Figure 9",
        "CPU utilization at 48 requests/s",
        "%",
        100,
        measured.of(PUBLISHED, 48, run -> 100 * run.utilisation()),
        LIGHTER);
  }

  private void degree(String what, double rps, double paper, ToDoubleFunction<Run> degree) {
    claims.number("Figure 9", what, "threads", paper, measured.of(PUBLISHED, rps, degree), LIGHTER);
  }

  private static double share(Run run, int degree) {
    return degree <= run.degrees().degreeShares().size()
        ? run.degrees().degreeShares().get(degree - 1)
        : 0;
  }

  private void comparedToOthers() {
    List<String> others = List.of("adaptive", CLAIRVOYANT);
    claims.lowest("Figure 10", measured, P99, PUBLISHED, others, OF_PAPER, "");
    claims.lowest("Figure 10", measured, MEAN, PUBLISHED, others, OF_PAPER, "");
    claims.below("Figure 10", measured, P99, PUBLISHED, "adaptive", 40, 32, OTHER_DEMAND);
    claims.below("Figure 10", measured, P99, PUBLISHED, CLAIRVOYANT, 40, 22, OTHER_DEMAND);
    claims.below("Figure 10", measured, P99, PUBLISHED, "adaptive", 43, 30, OTHER_DEMAND);
    claims.below("Figure 10", measured, P99, PUBLISHED, CLAIRVOYANT, 43, 38, OTHER_DEMAND);
    claims.lowest(
        "Figure 10", measured, P99, CLAIRVOYANT, List.of("adaptive"), List.of(40.0), THRESHOLD);
    claims.lowest("Figure 10", measured, P99, "adaptive", List.of(CLAIRVOYANT), List.of(43.0), "");
  }

  private void boosting() {
    claims.below("Figure 10", measured, P99, PUBLISHED, UNBOOSTED, 40, 12, FLUID);
    claims.below("Figure 10", measured, P99, PUBLISHED, UNBOOSTED, 43, 16, FLUID);
    claims.lowest(
        "Figure 10",
        measured,
        P99,
        "fixed-3+boosting",
        List.of("fixed-3"),
        List.of(40.0, 43.0),
        "");
  }

  private void variation() {
    burst(PUBLISHED, List.of("sequential", "fixed-2", "fixed-4"), List.of(45.0, 30.0), "");
    burst("sequential", List.of("fixed-4"), List.of(45.0), NEAR_CROSSING);
    burst("fixed-2", List.of("fixed-4"), List.of(45.0), "");
    burst("fixed-4", List.of("fixed-2"), List.of(30.0), "");
  }

  private void burst(String policy, List<String> others, List<Double> rates, String reason) {
    claims.answered(
        "Figure 11",
        "p99 of %s below %s in the quanta at %s requests/s"
            .formatted(
                policy,
                String.join(", ", others),
                String.join(" and ", rates.stream().map(rate -> "%.0f".formatted(rate)).toList())),
        others.stream()
            .flatMap(other -> rates.stream().map(rate -> bursts.below(policy, other, rate)))
            .reduce(Answer.YES, Answer::and),
        "ms by quantum: "
            + Stream.concat(Stream.of(policy), others.stream())
                .map(bursts::inWords)
                .collect(Collectors.joining("; ")),
        reason);
  }

  private void beyond() {
    List<Double> loads = List.of(36.0, 40.0, 43.0);
    List<String> others =
        List.of("adaptive", CLAIRVOYANT, "fixed-2", "fixed-3", "fixed-4", "sequential");
    for (String fewToMany : List.of("few-to-many", PLANNED, UNBOOSTED, PUBLISHED)) {
      claims.lowest("Beyond the paper", measured, P99, fewToMany, others, loads, UNBOOSTED_SHARES);
    }
    claims.lowest(
        "Beyond the paper", measured, P99, PUBLISHED, List.of("fixed-3+boosting"), loads, FLUID);
    tailIndex("Beyond the paper", measured, RATES.stream().filter(rps -> rps >= 36).toList());
    for (Measurements variant : variants) {
      tailIndex(
          "Beyond the paper, " + variant.scenario().name(), variant, variant.scenario().rates());
    }
  }

  private void tailIndex(String figure, Measurements measured, List<Double> rates) {
    for (String index : List.of(TAIL_INDEX, PATIENT)) {
      claims.lowest(figure, measured, P99, index, List.of(PUBLISHED, PLANNED), rates, "");
      for (double rps : rates) {
        if (NAMED_RATES.contains(rps)) {
          claims.ours(
              figure,
              "p99 of %s below %s at %.0f requests/s".formatted(index, PUBLISHED, rps),
              "%",
              measured.of(
                  index,
                  PUBLISHED,
                  rps,
                  (ours, published) ->
                      100 * (1 - ours.latency().p99Ms() / published.latency().p99Ms())));
        }
      }
    }
  }

  /**
   * Returns the least rate at which a number of one policy is greater than that of another. The
   * rate is interpolated between measured rates, for all repeats. Empty if no repeat has such a
   * rate.
   */
  static Optional<Estimate> crossing(
      Measurements measured, String policy, String other, ToDoubleFunction<Run> number) {
    var crossings = new ArrayList<Double>();
    for (long seed : measured.seeds()) {
      var rates = new ArrayList<Double>();
      var differences = new ArrayList<Double>();
      for (double rps : measured.scenario().rates()) {
        Optional<Run> run = measured.run(policy, rps, seed);
        Optional<Run> than = measured.run(other, rps, seed);
        if (run.isPresent() && than.isPresent()) {
          rates.add(rps);
          differences.add(number.applyAsDouble(run.get()) - number.applyAsDouble(than.get()));
        }
      }
      firstCrossing(rates, differences).ifPresent(crossings::add);
    }
    return crossings.isEmpty() ? Optional.empty() : Optional.of(Estimate.of(crossings));
  }

  /** Returns the place where a difference first becomes positive. */
  static OptionalDouble firstCrossing(List<Double> rates, List<Double> differences) {
    for (int i = 1; i < rates.size(); i++) {
      double before = differences.get(i - 1);
      double after = differences.get(i);
      if (before <= 0 && after > 0) {
        double share = before / (before - after);
        return OptionalDouble.of(rates.get(i - 1) + share * (rates.get(i) - rates.get(i - 1)));
      }
    }
    return OptionalDouble.empty();
  }
}
