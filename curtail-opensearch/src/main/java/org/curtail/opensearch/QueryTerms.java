package org.curtail.opensearch;

import static org.opensearch.index.IndexSettings.INDEX_CONCURRENT_SEGMENT_SEARCH_MODE;
import static org.opensearch.index.IndexSettings.INDEX_CONCURRENT_SEGMENT_SEARCH_SETTING;
import static org.opensearch.search.SearchService.CONCURRENT_SEGMENT_SEARCH_MODE_NONE;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.curtail.PriorityClass;
import org.curtail.runtime.RequestOptions;
import org.jspecify.annotations.Nullable;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.index.Index;
import org.opensearch.index.IndexSettings;

/** What is said of a query: by a header of its request, else by settings of its index. */
final class QueryTerms {
  /** The class of a search, as in {@link #priorityClass}. */
  static final String HEADER = "X-Curtail-Class";

  private final ThreadContext headers;
  private final Supplier<ClusterState> cluster;

  QueryTerms(ThreadContext headers, Supplier<ClusterState> cluster) {
    this.headers = headers;
    this.cluster = cluster;
  }

  /**
   * Of the request that this thread handles.
   *
   * @throws IllegalArgumentException if its header names no class
   */
  RequestOptions of(Index index) {
    Settings settings = known(index).map(IndexMetadata::getSettings).orElse(Settings.EMPTY);
    String header = headers.getHeader(HEADER);
    RequestOptions options =
        RequestOptions.NONE.of(
            header == null
                ? CurtailSettings.INDEX_CLASS.get(settings)
                : priorityClass(HEADER, header));
    int mostThreads = mostThreads(settings);
    return mostThreads == 0 ? options : options.atMostThreads(mostThreads);
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

  private Optional<IndexMetadata> known(Index index) {
    return Optional.ofNullable(cluster.get().metadata().index(index));
  }

  /** Whether searches of an index are OpenSearch's, and take no place on the engine. */
  boolean isAside(Index index) {
    return known(index).map(QueryTerms::isAside).orElse(false);
  }

  /** OpenSearch has pools of their own for searches of the system's indexes and throttled ones. */
  static boolean isAside(IndexMetadata index) {
    return index.isSystem() || IndexSettings.INDEX_SEARCH_THROTTLED.get(index.getSettings());
  }

  /**
   * A class by its name in lower case.
   *
   * @param where it stands, for the message
   * @throws IllegalArgumentException if there is none of that name
   */
  static PriorityClass priorityClass(String where, @Nullable String name) {
    for (PriorityClass one : PriorityClass.values()) {
      if (label(one).equals(name)) {
        return one;
      }
    }
    throw new IllegalArgumentException(
        "[%s]: expected one of %s, found %s"
            .formatted(
                where,
                String.join(
                    ", ", Arrays.stream(PriorityClass.values()).map(QueryTerms::label).toList()),
                name));
  }

  static String label(PriorityClass one) {
    return one.name().toLowerCase(Locale.ROOT);
  }
}
