package org.curtail.cli.commandline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.benchkit.terminal.Interrupted;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.OutputFile;
import org.curtail.benchkit.terminal.UsageError;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the output file of a command, and for replacing existing files. */
public final class OutputOptions {
  @Option(names = "--out", paramLabel = "FILE", description = "File for the result.")
  public @Nullable Path out;

  @Option(names = "--overwrite", description = "Replace existing files.")
  boolean overwrite;

  /**
   * The file of {@code --out}, which can be written.
   *
   * @param what its content, for messages: "the profile"
   * @throws UsageError if the file was not given or cannot be written
   */
  public Path required(String what) {
    if (out == null) {
      throw OptionRules.missing("--out", "the file for %s".formatted(what));
    }
    OutputFile.check(out, overwrite);
    return out;
  }

  /**
   * Rejects files that cannot be written, before any work is done for them.
   *
   * @param other second file of the command
   * @throws UsageError also if both are the same
   */
  public void check(@Nullable Path other) {
    if (out != null) {
      OutputFile.check(out, overwrite);
    }
    if (other != null) {
      OutputFile.check(other, overwrite);
    }
    if (out != null && other != null && same(out, other)) {
      throw new UsageError(
          "%s: expected different files for the two outputs, found the same file for both"
              .formatted(other));
    }
  }

  /** Writes results, if asked for. */
  public void write(Results results) throws IOException {
    if (out != null) {
      OutputFile.write(out, writer -> ResultsFile.write(results, writer));
    }
  }

  /**
   * An exception for a command that the user stopped. The finished work is written if asked for.
   */
  public Interrupted stopped(int finished, int wanted, String what) {
    return new Interrupted(
        "stopped; %d of %d %s were finished%s"
            .formatted(finished, wanted, what, out == null ? "" : " and written to " + out));
  }

  /** Prints where results are and how to draw them, or that they were not kept. */
  public void sayWritten(SharedOptions shared, String page, String what, String file) {
    if (out != null) {
      shared.console.say("Wrote the results to " + out);
      shared.sayReport(out, page);
    } else if (!shared.json) {
      shared.sayNotWritten(what, file);
    }
  }

  /**
   * Rejects an output file that would replace an input file.
   *
   * @param read the option of the input
   * @param input the input; null without one
   * @param made the option of the output
   * @throws UsageError if both are the same file, through any links
   */
  public static void spare(String read, @Nullable Path input, String made, @Nullable Path place)
      throws IOException {
    if (input != null
        && place != null
        && Files.exists(place)
        && Files.exists(input)
        && Files.isSameFile(input, place)) {
      throw new UsageError(
          "%s: expected another file than that of %s, found %s".formatted(made, read, place));
    }
  }

  /** True if two paths are the same file by their names. */
  public static boolean same(Path one, Path other) {
    return one.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize());
  }
}
