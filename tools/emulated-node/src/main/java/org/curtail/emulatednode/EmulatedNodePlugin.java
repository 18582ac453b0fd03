package org.curtail.emulatednode;

import java.util.List;
import org.curtail.benchkit.emulate.VirtualCores;
import org.curtail.benchkit.emulate.WaitMeter;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.util.concurrent.OpenSearchExecutors;
import org.opensearch.plugins.Plugin;
import org.opensearch.plugins.SearchPlugin;

/** The plugin that OpenSearch loads: as many emulated cores as the node has processors. */
public final class EmulatedNodePlugin extends Plugin implements SearchPlugin {
  /**
   * Time for which a thread keeps its core after a document: the next one follows within
   * microseconds, unless the search is over.
   */
  private static final long HOLD_NANOS = 200_000;

  private final EmulatedCores cores;

  public EmulatedNodePlugin(Settings settings) {
    cores =
        new EmulatedCores(
            new VirtualCores(
                OpenSearchExecutors.allocatedProcessors(settings), new WaitMeter(), HOLD_NANOS));
  }

  @Override
  public List<QuerySpec<?>> getQueries() {
    return List.of(
        new QuerySpec<>(
            TimedQueryBuilder.NAME,
            in -> new TimedQueryBuilder(in, cores),
            parser -> TimedQueryBuilder.parse(parser, cores)));
  }
}
