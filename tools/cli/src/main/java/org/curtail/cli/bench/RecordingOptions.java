package org.curtail.cli.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.curtail.Profile;
import org.curtail.benchkit.files.JsonFile;
import org.curtail.benchkit.results.Noise;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.OutputFile;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.trust.BusyMachine;
import org.curtail.benchkit.trust.FewQueries;
import org.curtail.benchkit.trust.ProfileRemarks;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.commandline.OutputOptions;
import org.curtail.demand.ProfileRecorder;
import org.curtail.policies.Policies;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for recording the demand of live traffic. */
final class RecordingOptions implements CommandWords.Options {
  @Option(
      names = "--record-profile",
      paramLabel = "FILE",
      description =
          "File for a profile of the served requests, without those of threads and lucene-N; for plan and simulate. Times are those of a busy machine. Speedups need requests whose degree changes while they run, as with interval-5 or few-to-many.")
  private @Nullable Path file;

  /**
   * Rejects a recording that is impossible, before any work is done.
   *
   * @param policies under comparison
   * @param read input files, by option; values may be null
   * @param results the other output file
   */
  void check(
      List<String> policies,
      Policies.Ingredients ingredients,
      Map<String, @Nullable Path> read,
      Path results,
      boolean overwrite)
      throws IOException {
    if (file == null) {
      return;
    }
    OutputFile.check(file, overwrite);
    if (OutputOptions.same(file, results)) {
      throw new UsageError(
          "--record-profile: expected another file than that of the results, found " + file);
    }
    for (Map.Entry<String, @Nullable Path> input : read.entrySet()) {
      OutputOptions.spare(input.getKey(), input.getValue(), "--record-profile", file);
    }
    if (maxDegree(policies, ingredients) == 0) {
      throw new UsageError(
          "--record-profile: expected a policy that runs on curtail's engine, found "
              + String.join(",", policies));
    }
  }

  /** File to write; null without one. */
  @Nullable Path file() {
    return file;
  }

  /** Rejects the option where nothing is recorded. */
  void requireNone(String option) {
    OptionRules.excludes("--record-profile", file != null, option);
  }

  /**
   * Writes the profile if asked for; the file is complete or unchanged.
   *
   * @param noise of other work on the machine
   * @return remarks on the profile, for people
   */
  List<String> write(
      ProfileRecorder recorder,
      List<String> policies,
      Policies.Ingredients ingredients,
      @Nullable Noise noise,
      Console console)
      throws IOException {
    if (file == null) {
      return List.of();
    }
    if (recorder.completed() == 0) {
      console.warn("no request completed on curtail's engine: " + file + " was not written");
      return List.of();
    }
    boolean known = recorder.speedups().isKnown();
    Profile recorded = recorder.profile(known ? maxDegree(policies, ingredients) : 1);
    if (!known) {
      console.warn(
          "the profile has degree 1 only, since no speedup was learned: too few requests changed their degree while they ran; try interval-5 or few-to-many");
    }
    Profile profile =
        recorded.withNotes(
            Stream.of(
                    recorded.notes(),
                    noise == null ? List.<String>of() : BusyMachine.notesOfOthers(noise),
                    FewQueries.notes(recorded.requests()))
                .flatMap(List::stream)
                .toList());
    JsonFile.PROFILE.write(file, profile);
    console.say("Wrote the profile to " + file + ": " + profile.source());
    return ProfileRemarks.lines("The recorded profile " + file, profile);
  }

  @Override
  public void writeTo(CommandWords line) {
    line.ifGiven("--record-profile", file);
  }

  private static int maxDegree(List<String> policies, Policies.Ingredients ingredients) {
    return policies.stream()
        .mapToInt(name -> Contenders.engineDegree(name, ingredients))
        .max()
        .orElse(0);
  }
}
