package org.curtail.cli.demo.opensearch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.opensearch.ClusterClient;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of a demo on a cluster, with its files. */
public final class DemoClusterOptions implements CommandWords.Options {
  private static final String DISTRIBUTION = "--opensearch-zip";
  private static final String PLUGIN = "--plugin-zip";

  /** The folder of {@code ./curtail}. */
  private static final String CHECKOUT = "curtail.checkout";

  @Option(
      names = ClusterClient.OPTION,
      description =
          "On OpenSearch: starts a cluster of three nodes on this machine, and compares it with and without the plugin. The first time, it downloads OpenSearch: 160 MB.")
  private boolean asked;

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
   * True if a cluster is wanted.
   *
   * @throws UsageError if files are given without it, or do not exist
   */
  public boolean isAsked() {
    OptionRules.needs(
        distribution == null ? PLUGIN : DISTRIBUTION,
        !asked && (distribution != null || plugin != null),
        ClusterClient.OPTION);
    check(DISTRIBUTION, distribution);
    check(PLUGIN, plugin);
    return asked;
  }

  private static void check(String option, @Nullable Path file) {
    if (file != null && !Files.isRegularFile(file)) {
      throw new UsageError("%s: expected a zip file, found none at %s".formatted(option, file));
    }
  }

  @Override
  public void writeTo(CommandWords line) {
    line.flag(ClusterClient.OPTION, asked)
        .ifGiven(DISTRIBUTION, distribution)
        .ifGiven(PLUGIN, plugin);
  }

  /**
   * The files; downloads or builds them if they are not given.
   *
   * @throws UsageError if there are no sources to build from
   * @throws IOException if a download or build fails; the message gives the reason
   */
  PluginBuild.Zips zips(Console console) throws IOException, InterruptedException {
    if (distribution != null && plugin != null) {
      return new PluginBuild.Zips(distribution, plugin);
    }
    String checkout = System.getProperty(CHECKOUT);
    if (checkout == null) {
      throw new UsageError(
          "expected %s and %s, or ./curtail in a checkout, which downloads and builds them"
              .formatted(DISTRIBUTION, PLUGIN));
    }
    PluginBuild.Zips made = PluginBuild.run(Path.of(checkout), console);
    return new PluginBuild.Zips(
        distribution == null ? made.distribution() : distribution,
        plugin == null ? made.plugin() : plugin);
  }
}
