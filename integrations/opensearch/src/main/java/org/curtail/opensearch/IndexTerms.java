package org.curtail.opensearch;

import static org.opensearch.index.IndexSettings.INDEX_CONCURRENT_SEGMENT_SEARCH_MODE;
import static org.opensearch.index.IndexSettings.INDEX_CONCURRENT_SEGMENT_SEARCH_SETTING;
import static org.opensearch.search.SearchService.CONCURRENT_SEGMENT_SEARCH_MODE_NONE;

import org.curtail.runtime.RequestOptions;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.IndexSettings;

/**
 * What an index says of its searches, as long as its metadata have this version.
 *
 * @param version of the metadata
 * @param isAside whether its searches are OpenSearch's, and take no place on the engine
 * @param options of those whose requests say nothing
 */
record IndexTerms(long version, boolean isAside, RequestOptions options) {
  /** Of an index that the cluster does not have. */
  static final IndexTerms UNKNOWN = new IndexTerms(-1, false, RequestOptions.NONE);

  static IndexTerms of(IndexMetadata index) {
    Settings settings = index.getSettings();
    RequestOptions options = RequestOptions.NONE.of(CurtailSettings.INDEX_CLASS.get(settings));
    int mostThreads = mostThreads(settings);
    return new IndexTerms(
        index.getVersion(),
        // OpenSearch has pools of their own for them.
        index.isSystem() || IndexSettings.INDEX_SEARCH_THROTTLED.get(settings),
        mostThreads == 0 ? options : options.atMostThreads(mostThreads));
  }

  /** Who wants no concurrent search of an index in particular wants no second thread of ours. */
  private static int mostThreads(Settings index) {
    boolean isKeptToOne =
        isNotConcurrent(index) && !CurtailSettings.INDEX_MOST_THREADS.exists(index);
    return isKeptToOne ? 1 : CurtailSettings.INDEX_MOST_THREADS.get(index);
  }

  /** By the index's own mode, or by the setting that was before there were modes. */
  private static boolean isNotConcurrent(Settings index) {
    return INDEX_CONCURRENT_SEGMENT_SEARCH_MODE.exists(index)
        ? INDEX_CONCURRENT_SEGMENT_SEARCH_MODE
            .get(index)
            .equals(CONCURRENT_SEGMENT_SEARCH_MODE_NONE)
        : INDEX_CONCURRENT_SEGMENT_SEARCH_SETTING.exists(index)
            && !INDEX_CONCURRENT_SEGMENT_SEARCH_SETTING.get(index);
  }
}
