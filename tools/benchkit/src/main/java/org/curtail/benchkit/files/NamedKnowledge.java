package org.curtail.benchkit.files;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.automatic.PilotKnowledge;
import org.curtail.automatic.PilotSetting;
import org.curtail.automatic.choose.PolicyMap;
import org.curtail.autopilot.AutomaticJson;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.sim.SyntheticProfiles;

/**
 * Initial knowledge of an automatic engine, named by the user.
 *
 * @param file a profile, a built-in profile, or a file from an automatic engine
 * @param cores number of cores of the engine that wrote the file; empty for a profile
 * @param knowledge a profile, and a plan if an engine wrote the file
 */
public record NamedKnowledge(Path file, OptionalInt cores, PilotKnowledge knowledge) {
  private static final String PROFILE = "curtail-profile/1";
  private static final String AUTOMATIC = "curtail-automatic/1";

  public NamedKnowledge {
    if (knowledge.profile().isEmpty()) {
      throw new IllegalArgumentException(file + " has no profile");
    }
    if (cores.isEmpty() && knowledge.map().isPresent()) {
      throw new IllegalArgumentException(file + " has a plan for an unknown number of cores");
    }
  }

  /**
   * Finds the knowledge. A built-in profile precedes a file of the same name.
   *
   * @throws UsageError if the file does not exist or has another format
   */
  public static NamedKnowledge find(Path file) {
    Optional<String> format =
        SyntheticProfiles.names().contains(file.toString())
            ? Optional.empty()
            : InputFile.format(file);
    if (format.equals(Optional.of(AUTOMATIC))) {
      return written(file, JsonFile.AUTOMATIC.read(file));
    }
    if (format.isPresent() && !format.get().equals(PROFILE)) {
      throw new UsageError(
          "%s: expected a profile (%s) or knowledge of automatic (%s), found the format '%s'"
              .formatted(file, PROFILE, AUTOMATIC, Abbreviated.of(format.get())));
    }
    return new NamedKnowledge(
        file,
        OptionalInt.empty(),
        new PilotKnowledge(Optional.of(NamedProfile.find(file)), Optional.empty(), List.of()));
  }

  private static NamedKnowledge written(Path file, AutomaticJson.Saved saved) {
    Profile profile =
        saved
            .knowledge()
            .profile()
            .orElseThrow(
                () -> new UsageError(file + ", profile: expected times of requests, found none"));
    NamedProfile.checked(file, profile);
    return new NamedKnowledge(file, OptionalInt.of(saved.cores()), saved.knowledge());
  }

  /** Returns the demand distribution. */
  public Profile profile() {
    return knowledge.profile().orElseThrow();
  }

  /** Returns the text for an engine with this number of cores. */
  public String text(int serving) {
    var text = new StringWriter();
    try {
      AutomaticJson.write(new AutomaticJson.Saved(cores.orElse(serving), knowledge), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /** Returns a remark on unused parts for this number of cores; empty if all parts are used. */
  public Optional<String> remark(int serving) {
    return knowledge.map().isEmpty() || cores.orElseThrow() == serving
        ? Optional.empty()
        : Optional.of(
            "%s was written by an engine on %d cores, this one has %d: it begins with the profile, and plans anew"
                .formatted(file, cores.orElseThrow(), serving));
  }

  /**
   * Rejects a plan that an engine with this number of cores cannot use.
   *
   * @throws UsageError if the plan is for this number of cores, but needs too many threads
   */
  public void requireServable(int serving) {
    if (knowledge.map().isEmpty() || cores.orElseThrow() != serving) {
      return;
    }
    int threads = 2 * serving * PilotSetting.of(serving).maxDegree(); // As many as it starts.
    for (PolicyMap.Entry entry : knowledge.map().get().entries()) {
      int wanted = entry.candidate().policy().threads(serving);
      if (wanted > threads && wanted != Policy.UNLIMITED) {
        throw new UsageError(
            "%s, policies: expected at most %d threads, as automatic has them on %d cores, found %s, which wants %,d"
                .formatted(file, threads, serving, entry.candidate().name(), wanted));
      }
    }
  }
}
