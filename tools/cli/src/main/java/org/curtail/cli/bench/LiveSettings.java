package org.curtail.cli.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.lucene.util.Version;
import org.curtail.benchkit.search.Workload;

/** The settings of a live bench, for its results. */
final class LiveSettings {
  private LiveSettings() {}

  /**
   * Names and values, in this order.
   *
   * @param described goes first
   * @param arrivals description of the requests
   * @param blocks number of finished blocks
   * @param boosting way of boosting; empty if no policy boosts
   */
  static Map<String, Object> of(
      Map<String, Object> described,
      Workload workload,
      Map<String, Object> arrivals,
      int blocks,
      String boosting) {
    var settings = new LinkedHashMap<>(described);
    settings.put("documents", workload.reader().numDocs());
    settings.put("segments", workload.reader().leaves().size());
    settings.put("Lucene slices", workload.luceneSlices());
    settings.put("queries", workload.queries().size());
    settings.put("top hits", workload.topHits());
    settings.putAll(arrivals);
    settings.put("blocks", blocks);
    if (!boosting.isEmpty()) {
      settings.put("boosting", boosting);
    }
    settings.put("Lucene", Version.LATEST.toString());
    settings.put("Java", Runtime.version().toString());
    return settings;
  }
}
