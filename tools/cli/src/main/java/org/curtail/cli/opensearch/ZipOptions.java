package org.curtail.cli.opensearch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.commandline.CommandWords;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the files of a cluster on this machine. */
public final class ZipOptions implements CommandWords.Options {
  private static final String DISTRIBUTION = "--opensearch-zip";
  private static final String PLUGIN = "--plugin-zip";

  /** The folder of {@code ./curtail}. */
  private static final String CHECKOUT = "curtail.checkout";

  @Option(
      names = DISTRIBUTION,
      paramLabel = "FILE",
      description = "An existing OpenSearch 3.8.0, instead of downloading it.")
  private @Nullable Path distribution;

  @Option(
      names = PLUGIN,
      paramLabel = "FILE",
      description = "The zip of the plugin, instead of building it.")
  private @Nullable Path plugin;

  /**
   * Checks these options.
   *
   * @param isAsked true if a cluster is started
   * @param by the option that starts it
   * @throws UsageError if files are given without a cluster, or do not exist
   */
  public void check(boolean isAsked, String by) {
    OptionRules.needs(
        distribution == null ? PLUGIN : DISTRIBUTION,
        !isAsked && (distribution != null || plugin != null),
        by);
    check(DISTRIBUTION, distribution);
    check(PLUGIN, plugin);
  }

  private static void check(String option, @Nullable Path file) {
    if (file != null && !Files.isRegularFile(file)) {
      throw new UsageError("%s: expected a zip file, found none at %s".formatted(option, file));
    }
  }

  @Override
  public void writeTo(CommandWords line) {
    line.ifGiven(DISTRIBUTION, distribution).ifGiven(PLUGIN, plugin);
  }

  /**
   * The files; downloads or builds them if they are not given.
   *
   * @param emulates true if the node emulates cores
   * @param emulatedNode the plugin of emulated cores; null if it is not given
   * @throws UsageError if there are no sources to build from
   * @throws IOException if a download or build fails; the message gives the reason
   */
  PluginBuild.Zips zips(boolean emulates, @Nullable Path emulatedNode, Console console)
      throws IOException, InterruptedException {
    if (distribution != null && plugin != null && (!emulates || emulatedNode != null)) {
      return new PluginBuild.Zips(distribution, plugin, Optional.ofNullable(emulatedNode));
    }
    String checkout = System.getProperty(CHECKOUT);
    if (checkout == null) {
      throw new UsageError(
          "expected %s and %s, or ./curtail in a checkout, which downloads and builds them"
              .formatted(DISTRIBUTION, PLUGIN));
    }
    PluginBuild.Zips made = PluginBuild.run(Path.of(checkout), emulates, console);
    return new PluginBuild.Zips(
        distribution == null ? made.distribution() : distribution,
        plugin == null ? made.plugin() : plugin,
        Optional.ofNullable(emulatedNode).or(made::emulatedNode));
  }
}
