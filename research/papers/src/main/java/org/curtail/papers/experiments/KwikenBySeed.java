package org.curtail.papers.experiments;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.curtail.Percentile;

/**
 * Measurements with each seed, that is with each fit of the stand-ins: one value per workflow or
 * case, in order.
 *
 * @param repeats one per seed, all of the same size
 */
record KwikenBySeed<T>(List<List<T>> repeats) {
  KwikenBySeed {
    repeats = repeats.stream().map(List::copyOf).toList();
  }

  /** Runs the work of all seeds on all cores of this machine. */
  static <T> KwikenBySeed<T> measure(
      ScenarioRunner runner, LongFunction<List<Callable<T>>> tasksOfSeed)
      throws InterruptedException {
    var tasks = new ArrayList<Callable<T>>();
    runner.seeds().forEach(seed -> tasks.addAll(tasksOfSeed.apply(seed)));
    List<T> done = runner.all(tasks);
    int each = tasks.size() / runner.seeds().size();
    var repeats = new ArrayList<List<T>>();
    for (int i = 0; i < runner.seeds().size(); i++) {
      repeats.add(done.subList(i * each, (i + 1) * each));
    }
    return new KwikenBySeed<>(repeats);
  }

  /** Returns the same measurements for some of the cases. */
  KwikenBySeed<T> only(Predicate<T> of) {
    return new KwikenBySeed<>(
        repeats.stream().map(repeat -> repeat.stream().filter(of).toList()).toList());
  }

  /** Returns true if nothing could be measured. */
  boolean isEmpty() {
    return repeats.stream().anyMatch(List::isEmpty);
  }

  /** Returns a number of each repeat. */
  Estimate of(ToDoubleFunction<List<T>> number) {
    return Estimate.of(
        repeats.stream().map(repeat -> (Double) number.applyAsDouble(repeat)).toList());
  }

  /** Returns the mean over the cases of each repeat. */
  Estimate mean(ToDoubleFunction<T> number) {
    return of(repeat -> repeat.stream().mapToDouble(number).average().orElseThrow());
  }

  /** Returns a percentile over the cases of each repeat: nearest rank. */
  Estimate percentile(double percentile, ToDoubleFunction<T> number) {
    return of(repeat -> percentile(percentile, repeat, number));
  }

  static <C> double percentile(double percentile, List<C> cases, ToDoubleFunction<C> number) {
    return Percentile.of(cases.stream().mapToDouble(number).sorted().toArray(), percentile);
  }

  /** Returns the share of cases with a property in each repeat, in percent. */
  Estimate percentOf(Predicate<T> isSo) {
    return mean(value -> isSo.test(value) ? 100 : 0);
  }
}
