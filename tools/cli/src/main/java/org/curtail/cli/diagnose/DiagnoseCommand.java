package org.curtail.cli.diagnose;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.lucene.util.Version;
import org.curtail.benchkit.files.NamedProfile;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.benchkit.terminal.Interrupted;
import org.curtail.benchkit.terminal.OutputFile;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.commandline.OutputOptions;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.cli.workload.WorkloadOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code curtail diagnose}: explains slow requests. */
@Command(
    name = "diagnose",
    description = {
      "Explains slow requests: the causes of the time of the slowest ones.",
      "Live under an open-loop load, or from a recording of any service that has the engine or tags its threads."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  curtail diagnose --index wiki --queries log.tsv --load 0.6 \\",
      "      --out diagnosis.json",
      "  curtail diagnose --index wiki --queries log.tsv --inject lock \\",
      "      --out lock.json",
      "  curtail diagnose recording.jfr --out diagnosis.json"
    })
public final class DiagnoseCommand implements Callable<Integer> {
  private static final String RECORDING = "RECORDING";

  @Parameters(
      arity = "0..1",
      paramLabel = RECORDING,
      description = "A recording of the JDK Flight Recorder, in place of --index and --queries.")
  private @Nullable Path recording;

  @Mixin private final WorkloadOptions workload = new WorkloadOptions();

  @Mixin private final LiveOptions live = new LiveOptions();

  @Option(
      names = "--profile",
      paramLabel = "FILE",
      description =
          "Profile, for policies that need one, and for the speedups with which advice is simulated. Default: measured speedups; unknown for a recording.")
  private @Nullable Path profile;

  @Option(
      names = "--cores",
      paramLabel = "N",
      description = "Cores that serve. Default: all of the machine.")
  private @Nullable Integer wantedCores;

  @Mixin private final InjectOptions inject = new InjectOptions();

  @Option(
      names = "--seed",
      paramLabel = "S",
      description =
          "For arrivals, order, the choice of requests, simulation and resampling. Default:"
              + " ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Mixin private final OutputOptions output = new OutputOptions();

  @Mixin final SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path given = recording;
    output.check(live.record());
    Results results = given == null ? live() : recorded(given);
    Path out = output.out;
    if (out != null) {
      OutputFile.write(out, writer -> ResultsFile.write(results, writer));
    }
    if (shared.json) {
      shared.console.json(ResultsFile.text(results));
    } else {
      DiagnosisText.lines(results).forEach(shared.console::result);
    }
    Interruption stopped = results.interrupted();
    if (stopped != null) {
      throw new Interrupted(
          out == null
              ? stopped.inWords()
              : "%s; wrote what was finished to %s".formatted(stopped.inWords(), out));
    }
    sayNext(out);
    return 0;
  }

  private void sayNext(@Nullable Path out) {
    if (live.record() != null) {
      shared.console.say(
          "Wrote the recording to %s; JDK Mission Control opens it".formatted(live.record()));
    }
    if (out == null) {
      shared.sayNotWritten("the diagnosis", "diagnosis.json");
    } else {
      shared.console.say("Wrote the diagnosis to " + out);
      shared.sayReport(out, "report.html");
    }
  }

  // ---- Of a recording.

  private Results recorded(Path file) throws IOException {
    WorkloadOptions.requireNone(shared.command, RECORDING);
    LiveOptions.requireNone(shared.command, new LiveOptions(), RECORDING);
    LiveOptions.requireNone(shared.command, new InjectOptions(), RECORDING);
    OutputOptions.spare(RECORDING, file, "--out", output.out);
    int cores =
        wantedCores == null ? Runtime.getRuntime().availableProcessors() : requirePositive();
    ObservedRequests watched =
        RecordingReader.read(file, Optional.ofNullable(profile).map(NamedProfile::find), cores);
    CommandWords line =
        CommandWords.of("diagnose", file.toString())
            .ifGiven("--profile", profile)
            .option("--cores", cores);
    var settings = new LinkedHashMap<String, Object>();
    settings.put("recording", file.toString());
    settings.put("requests per second", watched.service().perSecond());
    return DiagnosisResults.of(watched, seed, ended(line), settings);
  }

  private int requirePositive() {
    if (wantedCores == null || wantedCores < 1) {
      throw new UsageError("--cores: expected a whole number of at least 1, found " + wantedCores);
    }
    return wantedCores;
  }

  // ---- Live.

  private Results live() throws IOException, InterruptedException {
    workload.require(", or in place of --index and --queries a recording");
    int machine = Runtime.getRuntime().availableProcessors();
    int cores = wantedCores == null ? machine : wantedCores;
    if (cores < 1 || cores > machine) {
      throw new UsageError(
          "--cores: expected a whole number from 1 to %d, the machine's cores, found %d"
              .formatted(machine, cores));
    }
    LiveSetting setting = live.setting(profile, cores, seed, inject.setting(seed));
    CommandWords line =
        CommandWords.of("diagnose")
            .all(workload)
            .all(live)
            .ifGiven("--profile", profile)
            .option("--cores", cores)
            .all(inject);
    try (WorkloadOptions.Opened opened = workload.open(shared.console);
        var record = new FlightRecord(live.record())) {
      ObservedRequests watched =
          new LiveDiagnosis(opened.workload(), setting, shared.console).run();
      Optional<HotFrames> frames = record.write(watched);
      return DiagnosisResults.of(
          watched.with(frames), seed, ended(line), settings(opened, setting, watched));
    }
  }

  private static Map<String, Object> settings(
      WorkloadOptions.Opened opened, LiveSetting setting, ObservedRequests watched) {
    var settings = new LinkedHashMap<>(opened.described());
    settings.put("documents", opened.workload().reader().numDocs());
    settings.put("queries", opened.workload().queries().size());
    settings.put("policy", setting.policyName());
    settings.put("load", setting.load());
    settings.put("requests per second", watched.service().perSecond());
    settings.put("requests per block", setting.requestsPerBlock());
    settings.put("blocks", setting.blocks());
    setting
        .injection()
        .ifPresent(it ->
            settings.put(
                "put in",
                String.join(", ", it.kinds().stream().map(kind -> kind.label()).toList())));
    settings.put("Lucene", Version.LATEST.toString());
    settings.put("Java", Runtime.version().toString());
    return settings;
  }

  private String ended(CommandWords line) {
    return line.option("--seed", seed).ifGiven("--out", output.out).toString();
  }
}
