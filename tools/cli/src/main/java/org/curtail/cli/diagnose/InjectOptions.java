package org.curtail.cli.diagnose;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.curtail.benchkit.inject.InjectionKind;
import org.curtail.benchkit.inject.InjectionSetting;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.cli.commandline.CommandWords;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that inject known causes into some requests. */
final class InjectOptions implements CommandWords.Options {
  private static final String INJECT = "--inject";
  private static final String SHARE = "--inject-share";
  private static final String LENGTH = "--inject-ms";

  private static final double USUAL_SHARE = 0.02;
  private static final double LEAST_SHARE = 0.001;
  private static final double USUAL_MS = 30;
  private static final double LEAST_MS = 1;
  private static final double MOST_MS = 10_000;
  private static final double NANOS_PER_MS = 1e6;

  @Option(
      names = INJECT,
      split = ",",
      paramLabel = "K",
      description =
          "Injects a known cause into some requests, and tests whether the diagnosis finds it: network, burst, cpu-hog, memory-hog, collector, lock, io, page-faults, long-query, stop. Several causes go into the same requests.")
  private List<String> kinds = List.of();

  @Option(
      names = SHARE,
      paramLabel = "S",
      description = "Share of the requests with the causes, from 0.001 to 0.1. Default: 0.02.")
  private @Nullable Double share;

  @Option(
      names = LENGTH,
      paramLabel = "T",
      description =
          "Duration of the cause in milliseconds, from 1 to 10,000, for causes that have one; of several causes the first, and half of that for the others. Default: 30.")
  private @Nullable Double lengthMs;

  /**
   * The injections; empty for none.
   *
   * @throws org.curtail.benchkit.terminal.UsageError if a kind is not known or a number out of
   *     range
   */
  Optional<InjectionSetting> setting(long seed) {
    if (kinds.isEmpty()) {
      OptionRules.needs(share != null ? SHARE : LENGTH, share != null || lengthMs != null, INJECT);
      return Optional.empty();
    }
    OptionRules.each(INJECT, kinds);
    var known = new ArrayList<InjectionKind>();
    for (String kind : kinds) {
      known.add(
          InjectionKind.labelled(kind)
              .orElseThrow(() -> OptionRules.unknown(INJECT, kind, InjectionKind.labels())));
    }
    return Optional.of(
        new InjectionSetting(
            known,
            OptionRules.number(
                SHARE, given(share, USUAL_SHARE), LEAST_SHARE, InjectionSetting.MOST_SHARE),
            Math.round(
                NANOS_PER_MS
                    * OptionRules.number(LENGTH, given(lengthMs, USUAL_MS), LEAST_MS, MOST_MS)),
            seed));
  }

  private static double given(@Nullable Double value, double otherwise) {
    return value == null ? otherwise : value;
  }

  @Override
  public void writeTo(CommandWords line) {
    if (!kinds.isEmpty()) {
      line.option(INJECT, kinds)
          .option(SHARE, given(share, USUAL_SHARE))
          .option(LENGTH, given(lengthMs, USUAL_MS));
    }
  }
}
