package org.curtail.papers.experiments;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.curtail.benchkit.standin.KwikenCase;
import org.curtail.benchkit.standin.KwikenFit;
import org.curtail.benchkit.standin.KwikenWorkflow;
import org.jspecify.annotations.Nullable;

/**
 * All measurements of the Kwiken experiment, by seed.
 *
 * @param characters character of each workflow
 * @param reissue reissue in each workflow
 * @param bruteForce each small workflow at each budget; empty without small workflows
 * @param queues workflows of medium size; empty without them
 * @param standIns measurements on special stages; absent for workflows of the user
 */
record KwikenMeasured(
    KwikenBySeed<KwikenCharacter> characters,
    KwikenBySeed<KwikenReissue> reissue,
    KwikenBySeed<KwikenBruteForce> bruteForce,
    KwikenBySeed<KwikenQueues> queues,
    @Nullable StandIns standIns) {

  /**
   * Measurements on special workflows.
   *
   * @param sumAndTail sums and tails in a workflow of 28 stages
   * @param partial partial answers in each stage of many servers
   * @param catchUp catching up in the web search
   * @param together all measures together in the large workflow
   */
  record StandIns(
      KwikenBySeed<KwikenSumAndTail> sumAndTail,
      KwikenBySeed<KwikenPartial> partial,
      KwikenBySeed<KwikenCatchUp> catchUp,
      KwikenBySeed<KwikenTogether> together) {}

  /**
   * Sizes, computed from the number of requests of the command.
   *
   * @param workflows workflows of each fit
   * @param requests requests to each workflow
   * @param samples times of each stage, on training and test days each
   * @param visits visits of stages of many servers, on training and test days each
   * @param splits random splits of the brute force
   * @param servers servers of stages of many servers, as a share of those of the stand-ins
   */
  record Sizes(int workflows, int requests, int samples, int visits, int splits, double servers) {
    private static final int FEWEST_WORKFLOWS = 9;

    /**
     * Returns the sizes: all workflows by default; fewer workflows and samples for few requests.
     */
    static Sizes of(int requests) {
      return new Sizes(
          Math.clamp(requests / 400, FEWEST_WORKFLOWS, KwikenWorkflow.COUNT),
          Math.max(500, requests / 4),
          Math.max(200, requests / 8),
          Math.max(200, requests / 20),
          requests / 2,
          Math.min(1, requests / 20_000.0));
    }

    /** Returns the requests to the large workflow. */
    int stages() {
      return KwikenTogether.STAGES * workflows / KwikenWorkflow.COUNT;
    }

    /** Stages of many servers. */
    List<KwikenResponders> manyServers() {
      return KwikenResponders.ALL.stream().map(of -> of.smaller(servers)).toList();
    }
  }

  /** Measures stand-ins, with a new fit for each seed. */
  static KwikenMeasured ofStandIns(ScenarioRunner runner) throws InterruptedException {
    Sizes sizes = Sizes.of(runner.requests());
    LongFunction<List<KwikenCase>> cases = seed -> standIns(sizes, seed);
    return new KwikenMeasured(
        characters(runner, sizes, cases),
        reissue(runner, sizes, cases),
        bruteForce(runner, sizes, cases),
        queues(runner, sizes, cases),
        new StandIns(
            KwikenBySeed.measure(
                runner, seed -> List.of(() -> KwikenSumAndTail.measure(sizes, seed))),
            KwikenBySeed.measure(
                runner,
                seed ->
                    tasks(
                        sizes.manyServers(),
                        of -> KwikenPartial.measure(of, sizes.visits(), seed))),
            KwikenBySeed.measure(
                runner,
                seed ->
                    List.of(() ->
                        KwikenCatchUp.measure(
                            KwikenSearch.draw(seed, sizes.samples()), sizes.requests(), seed))),
            KwikenBySeed.measure(
                runner, seed -> List.of(() -> KwikenTogether.measure(sizes, seed)))));
  }

  private static List<KwikenCase> standIns(Sizes sizes, long seed) {
    KwikenFit fit = KwikenFit.of(seed);
    return IntStream.range(0, sizes.workflows())
        .<KwikenCase>mapToObj(
            i -> KwikenWorkflow.draw(i, sizes.workflows(), fit, seed, sizes.samples()))
        .toList();
  }

  /** Measures workflows of the user; seeds have different requests only. */
  static KwikenMeasured of(ScenarioRunner runner, List<KwikenCase> workflows)
      throws InterruptedException {
    Sizes sizes = Sizes.of(runner.requests());
    LongFunction<List<KwikenCase>> cases = seed -> workflows;
    return new KwikenMeasured(
        characters(runner, sizes, cases),
        reissue(runner, sizes, cases),
        bruteForce(runner, sizes, cases),
        queues(runner, sizes, cases),
        null);
  }

  private static KwikenBySeed<KwikenCharacter> characters(
      ScenarioRunner runner, Sizes sizes, LongFunction<List<KwikenCase>> cases)
      throws InterruptedException {
    return KwikenBySeed.measure(
        runner,
        seed ->
            tasks(
                cases.apply(seed),
                of -> KwikenCharacter.of(of.training(), sizes.requests(), seed)));
  }

  private static KwikenBySeed<KwikenReissue> reissue(
      ScenarioRunner runner, Sizes sizes, LongFunction<List<KwikenCase>> cases)
      throws InterruptedException {
    return KwikenBySeed.measure(
        runner,
        seed -> tasks(cases.apply(seed), of -> KwikenReissue.measure(of, sizes.requests(), seed)));
  }

  private static KwikenBySeed<KwikenQueues> queues(
      ScenarioRunner runner, Sizes sizes, LongFunction<List<KwikenCase>> cases)
      throws InterruptedException {
    return KwikenBySeed.measure(
        runner,
        seed ->
            tasks(
                cases.apply(seed).stream()
                    .filter(of -> of.stages() >= KwikenQueues.FEWEST_STAGES)
                    .filter(of -> of.stages() <= KwikenQueues.MOST_STAGES)
                    .limit(KwikenQueues.WORKFLOWS)
                    .toList(),
                of -> KwikenQueues.measure(of, sizes.requests(), seed)));
  }

  private static KwikenBySeed<KwikenBruteForce> bruteForce(
      ScenarioRunner runner, Sizes sizes, LongFunction<List<KwikenCase>> cases)
      throws InterruptedException {
    return KwikenBySeed.measure(
        runner,
        seed -> {
          List<KwikenCase> small =
              cases.apply(seed).stream()
                  .filter(of -> of.stages() >= KwikenBruteForce.FEWEST_STAGES)
                  .filter(of -> of.stages() <= KwikenBruteForce.MOST_STAGES)
                  .limit(KwikenBruteForce.WORKFLOWS)
                  .toList();
          var tasks = new ArrayList<Callable<KwikenBruteForce>>();
          for (KwikenCase of : small) {
            for (double budget : KwikenBruteForce.BUDGETS) {
              tasks.add(() -> KwikenBruteForce.measure(of, budget, sizes, seed));
            }
          }
          return tasks;
        });
  }

  private static <C, T> List<Callable<T>> tasks(List<C> cases, Function<C, T> measure) {
    return cases.stream().<Callable<T>>map(of -> () -> measure.apply(of)).toList();
  }
}
