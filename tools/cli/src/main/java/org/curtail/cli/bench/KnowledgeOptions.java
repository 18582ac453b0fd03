package org.curtail.cli.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.curtail.benchkit.files.NamedKnowledge;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.OutputFile;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.trust.ProfileRemarks;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.commandline.OutputOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Initial knowledge of {@code automatic}, and a file for its knowledge at the end. */
final class KnowledgeOptions implements CommandWords.Options {
  static final String KNOWN = "--known-profile";
  private static final String EXPORT = "--export-known";

  @Option(
      names = KNOWN,
      paramLabel = "FILE",
      description =
          "Initial knowledge of automatic: a profile, as for --profile, or a file of --export-known, with its plan. On emulated cores automatic plans again.")
  private @Nullable Path known;

  @Option(
      names = EXPORT,
      paramLabel = "FILE",
      description =
          "Live: file for the knowledge of automatic at the end, for the next --known-profile or for your own engine that chooses its policies itself.")
  private @Nullable Path export;

  /** The file to read; null without one. */
  @Nullable Path file() {
    return known;
  }

  /**
   * Rejects both options together with another, without which no contender has knowledge.
   *
   * @throws UsageError if such an option is given
   */
  void requireNone(String option) {
    OptionRules.excludes(KNOWN, known != null, option);
    requireNoExport(option);
  }

  /**
   * Rejects a file for the knowledge in benches that write none.
   *
   * @throws UsageError if such an option is given
   */
  void requireNoExport(String option) {
    OptionRules.excludes(EXPORT, export != null, option);
  }

  /**
   * The initial knowledge, if any was given.
   *
   * @param policies under comparison
   * @throws UsageError if the file is invalid, or no policy can use it
   */
  Optional<NamedKnowledge> read(List<String> policies) {
    if (known == null) {
      return Optional.empty();
    }
    requireOneOf(KNOWN, policies);
    return Optional.of(NamedKnowledge.find(known));
  }

  /**
   * Rejects a file that cannot be written, before any work is done.
   *
   * @param policies under comparison
   * @param others other files that are read or written, by name; values may be null
   */
  void checkExport(List<String> policies, Map<String, @Nullable Path> others, boolean overwrite)
      throws IOException {
    if (export == null) {
      return;
    }
    requireOneOf(EXPORT, policies);
    List<String> learning = policies.stream().filter(Contenders::isAutomatic).toList();
    if (learning.size() > 1) {
      throw new UsageError(
          "%s: expected one automatic among --policies, found %s"
              .formatted(EXPORT, String.join(",", learning)));
    }
    OutputFile.check(export, overwrite);
    var taken = new LinkedHashMap<>(others);
    taken.put(KNOWN, known);
    for (Map.Entry<String, @Nullable Path> other : taken.entrySet()) {
      Path place = other.getValue();
      OutputOptions.spare(other.getKey(), place, EXPORT, export);
      if (place != null && OutputOptions.same(place, export)) {
        throw new UsageError(
            "%s: expected another file than that of %s, found %s"
                .formatted(EXPORT, other.getKey(), export));
      }
    }
  }

  private static void requireOneOf(String option, List<String> policies) {
    OptionRules.needs(
        option, policies.stream().noneMatch(Contenders::isAutomatic), "automatic among --policies");
  }

  /**
   * Returns remarks on the knowledge, and prints them.
   *
   * @param cores that serve; empty if the plan is for other cores anyway
   * @param said remarks that were printed already
   */
  static List<String> remarks(
      NamedKnowledge given, OptionalInt cores, List<String> said, Console console) {
    var remarks =
        new ArrayList<>(ProfileRemarks.lines(given.file().toString(), given.profile(), List.of()));
    if (cores.isPresent()) {
      given.remark(cores.getAsInt()).ifPresent(remarks::add);
    }
    remarks.removeAll(said);
    remarks.forEach(console::warn);
    return remarks;
  }

  /** The settings with the initial knowledge. */
  Map<String, Object> in(Map<String, Object> settings) {
    var all = new LinkedHashMap<>(settings);
    if (known != null) {
      all.put("known profile", known.toString());
    }
    return all;
  }

  /**
   * Writes the learned knowledge, if asked for; the file is complete or unchanged.
   *
   * @param learned knowledge by contender; at most one
   */
  void write(Map<String, String> learned, Console console) {
    if (export == null) {
      return;
    }
    if (learned.isEmpty()) {
      console.warn(
          "automatic has learned too little of these requests: " + export + " was not written");
      return;
    }
    try {
      OutputFile.write(export, writer -> writer.append(learned.values().iterator().next()));
      console.say("Wrote the knowledge of automatic to " + export);
    } catch (IOException e) {
      // This failure must not lose an hour of measurement.
      console.warn("%s was not written: %s".formatted(export, Failure.reason(e)));
    }
  }

  @Override
  public void writeTo(CommandWords line) {
    line.ifGiven(KNOWN, known).ifGiven(EXPORT, export);
  }
}
