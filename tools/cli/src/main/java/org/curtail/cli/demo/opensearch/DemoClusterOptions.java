package org.curtail.cli.demo.opensearch;

import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.opensearch.ClusterClient;
import org.curtail.cli.opensearch.ZipOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of a demo on a cluster, with its files. */
public final class DemoClusterOptions implements CommandWords.Options {
  @Option(
      names = ClusterClient.OPTION,
      description =
          "On OpenSearch: starts a cluster of three nodes on this machine, and compares it with and without the plugin. The first time, it downloads OpenSearch: 160 MB.")
  private boolean asked;

  @Mixin final ZipOptions files = new ZipOptions();

  /**
   * True if a cluster is wanted.
   *
   * @throws org.curtail.benchkit.terminal.UsageError if files are given without it, or do not exist
   */
  public boolean isAsked() {
    files.check(asked, ClusterClient.OPTION);
    return asked;
  }

  @Override
  public void writeTo(CommandWords line) {
    line.flag(ClusterClient.OPTION, asked).all(files);
  }
}
