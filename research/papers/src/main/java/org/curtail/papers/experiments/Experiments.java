package org.curtail.papers.experiments;

import java.util.List;
import org.curtail.benchkit.terminal.Misuse;
import org.curtail.benchkit.terminal.OptionRules;

/** The registry: experiments by their names. A new one is one class and one line here. */
public final class Experiments {
  private static final List<Experiment> ALL =
      List.of(
          new FewToManyLucene(),
          new FewToManyBing(),
          new AdaptiveBing(),
          new ReissueExperiment(),
          new KwikenExperiment(),
          new SlowToFastExperiment());

  private Experiments() {}

  /** All there are. */
  public static List<Experiment> all() {
    return ALL;
  }

  private static List<String> names() {
    return ALL.stream().map(Experiment::name).toList();
  }

  /**
   * The experiment of a name.
   *
   * @throws Misuse if there is none; the message lists those there are
   */
  public static Experiment named(String name) {
    return ALL.stream()
        .filter(experiment -> experiment.name().equals(name))
        .findFirst()
        .orElseThrow(() -> OptionRules.unknown("EXPERIMENT", name, names()));
  }
}
