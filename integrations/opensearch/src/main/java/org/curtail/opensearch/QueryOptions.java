package org.curtail.opensearch;

import static org.opensearch.index.IndexSettings.INDEX_CONCURRENT_SEGMENT_SEARCH_MODE;
import static org.opensearch.index.IndexSettings.INDEX_CONCURRENT_SEGMENT_SEARCH_SETTING;
import static org.opensearch.search.SearchService.CONCURRENT_SEGMENT_SEARCH_MODE_NONE;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.curtail.PriorityClass;
import org.curtail.runtime.RequestOptions;
import org.jspecify.annotations.Nullable;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.Metadata;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.index.Index;
import org.opensearch.index.IndexSettings;

/**
 * Options of a query: from a header of its request, else from settings of its index. The settings
 * are cached per version of the index's metadata, since each query needs them several times. Safe
 * for all threads.
 */
final class QueryOptions {
  /** Header with the class of a search, as in {@link #priorityClass}. */
  static final String HEADER = "X-Curtail-Class";

  private final ThreadContext headers;
  private final Supplier<ClusterState> cluster;
  private final Map<Index, IndexOptions> known = new ConcurrentHashMap<>();

  private volatile boolean usesHeader;

  /**
   * Creates the options of a node's queries.
   *
   * @param usesHeader true if the header counts at first
   */
  QueryOptions(ThreadContext headers, Supplier<ClusterState> cluster, boolean usesHeader) {
    this.headers = headers;
    this.cluster = cluster;
    this.usesHeader = usesHeader;
  }

  /** Switches the use of the header on or off. */
  void useHeader(boolean isOn) {
    usesHeader = isOn;
  }

  /**
   * Returns the options of the request that this thread handles.
   *
   * @return null if OpenSearch serves searches of the index, without a place on the engine
   * @throws IllegalArgumentException if its header names no class
   */
  @Nullable RequestOptions of(Index index) {
    IndexMetadata metadata = cluster.get().metadata().index(index);
    IndexOptions options = metadata == null ? IndexOptions.UNKNOWN : of(metadata);
    if (options.isExcluded()) {
      return null;
    }
    String header = usesHeader ? headers.getHeader(HEADER) : null;
    return header == null ? options.options() : options.options().of(priorityClass(HEADER, header));
  }

  /** True if OpenSearch serves searches of the index, without a place on the engine. */
  boolean isExcluded(IndexMetadata index) {
    return of(index).isExcluded();
  }

  private IndexOptions of(IndexMetadata index) {
    IndexOptions options = known.get(index.getIndex());
    if (options == null || options.version() != index.getVersion()) {
      options = IndexOptions.of(index);
      known.put(index.getIndex(), options);
      forgetDeleted();
    }
    return options;
  }

  private void forgetDeleted() {
    Metadata present = cluster.get().metadata();
    if (known.size() > present.indices().size()) {
      known.keySet().removeIf(index -> !present.hasIndex(index));
    }
  }

  /**
   * Returns the class with a name in lower case.
   *
   * @param where source of the name, for the message
   * @throws IllegalArgumentException if there is no class of that name
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
                    ", ", Arrays.stream(PriorityClass.values()).map(QueryOptions::label).toList()),
                name));
  }

  static String label(PriorityClass one) {
    return one.name().toLowerCase(Locale.ROOT);
  }

  /**
   * Search options in an index's metadata, valid for one version of the metadata.
   *
   * @param version version of the metadata
   * @param isExcluded true if OpenSearch serves its searches, without a place on the engine
   * @param options options of searches whose requests name none
   */
  private record IndexOptions(long version, boolean isExcluded, RequestOptions options) {
    /** For an index that the cluster does not have. */
    static final IndexOptions UNKNOWN = new IndexOptions(-1, false, RequestOptions.NONE);

    static IndexOptions of(IndexMetadata index) {
      Settings settings = index.getSettings();
      RequestOptions options = RequestOptions.NONE.of(CurtailSettings.INDEX_CLASS.get(settings));
      int mostThreads = mostThreads(settings);
      return new IndexOptions(
          index.getVersion(),
          // OpenSearch has separate pools for these.
          index.isSystem() || IndexSettings.INDEX_SEARCH_THROTTLED.get(settings),
          mostThreads == 0 ? options : options.atMostThreads(mostThreads));
    }

    /** Returns 1 for an index without concurrent search, unless the index sets its own number. */
    private static int mostThreads(Settings index) {
      boolean isLimitedToOne =
          isNotConcurrent(index) && !CurtailSettings.INDEX_MOST_THREADS.exists(index);
      return isLimitedToOne ? 1 : CurtailSettings.INDEX_MOST_THREADS.get(index);
    }

    /** Reads the index's mode, or the older setting from before there were modes. */
    private static boolean isNotConcurrent(Settings index) {
      return INDEX_CONCURRENT_SEGMENT_SEARCH_MODE.exists(index)
          ? INDEX_CONCURRENT_SEGMENT_SEARCH_MODE
              .get(index)
              .equals(CONCURRENT_SEGMENT_SEARCH_MODE_NONE)
          : INDEX_CONCURRENT_SEGMENT_SEARCH_SETTING.exists(index)
              && !INDEX_CONCURRENT_SEGMENT_SEARCH_SETTING.get(index);
    }
  }
}
