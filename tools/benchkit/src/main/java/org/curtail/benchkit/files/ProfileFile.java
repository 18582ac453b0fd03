package org.curtail.benchkit.files;

import java.io.IOException;
import java.nio.file.Path;
import org.curtail.Profile;
import org.curtail.benchkit.terminal.Misuse;
import org.curtail.benchkit.terminal.OutputFile;
import org.curtail.model.json.ProfileJson;

/** Files with a {@link Profile}, in the format of {@link ProfileJson}. */
public final class ProfileFile {
  private ProfileFile() {}

  /**
   * Reads a profile.
   *
   * @throws Misuse if the file is missing, unreadable or no profile; one line that says which
   */
  public static Profile read(Path file) {
    return InputFile.read(file, "a profile", ProfileJson::read);
  }

  /**
   * Writes a profile; the file is whole or keeps what it had.
   *
   * @throws IOException if writing fails; the message names the file
   */
  public static void write(Path file, Profile profile) throws IOException {
    OutputFile.write(file, writer -> ProfileJson.write(profile, writer));
  }
}
