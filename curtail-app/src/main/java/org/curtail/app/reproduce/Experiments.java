package org.curtail.app.reproduce;

import java.util.List;
import java.util.stream.Collectors;
import org.curtail.app.terminal.Misuse;

/** The registry: experiments by their names. A new one is one class and one line here. */
public final class Experiments {
  private static final List<Experiment> ALL =
      List.of(new FewToManyLucene(), new FewToManyBing(), new AdaptiveBing());

  private Experiments() {}

  /** All there are. */
  public static List<Experiment> all() {
    return ALL;
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
        .orElseThrow(() ->
            new Misuse(
                "expected one of the experiments %s, found '%s'"
                    .formatted(
                        ALL.stream().map(Experiment::name).collect(Collectors.joining(", ")),
                        name)));
  }
}
