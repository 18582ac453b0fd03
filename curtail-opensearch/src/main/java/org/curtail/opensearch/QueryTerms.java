package org.curtail.opensearch;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.Supplier;
import org.curtail.PriorityClass;
import org.curtail.runtime.RequestOptions;
import org.jspecify.annotations.Nullable;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.index.Index;

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
    IndexMetadata known = cluster.get().metadata().index(index);
    Settings settings = known == null ? Settings.EMPTY : known.getSettings();
    String header = headers.getHeader(HEADER);
    RequestOptions options =
        RequestOptions.NONE.of(
            header == null
                ? CurtailSettings.INDEX_CLASS.get(settings)
                : priorityClass(HEADER, header));
    int mostThreads = CurtailSettings.INDEX_MOST_THREADS.get(settings);
    return mostThreads == 0 ? options : options.atMostThreads(mostThreads);
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
