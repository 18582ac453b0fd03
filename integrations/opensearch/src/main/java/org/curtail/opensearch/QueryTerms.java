package org.curtail.opensearch;

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
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.index.Index;

/**
 * What is said of a query: by a header of its request, else by settings of its index. Those are
 * read once for each version of the index's metadata, since each query asks for them several times.
 * Safe for all threads.
 */
final class QueryTerms {
  /** The class of a search, as in {@link #priorityClass}. */
  static final String HEADER = "X-Curtail-Class";

  private final ThreadContext headers;
  private final Supplier<ClusterState> cluster;
  private final Map<Index, IndexTerms> known = new ConcurrentHashMap<>();

  private volatile boolean isHeaded;

  /**
   * Of the queries of a node.
   *
   * @param isHeaded whether the header counts at first
   */
  QueryTerms(ThreadContext headers, Supplier<ClusterState> cluster, boolean isHeaded) {
    this.headers = headers;
    this.cluster = cluster;
    this.isHeaded = isHeaded;
  }

  /** From now on the header counts, or nobody looks at it. */
  void headed(boolean isSo) {
    isHeaded = isSo;
  }

  /**
   * Of the request that this thread handles.
   *
   * @return null if searches of the index are OpenSearch's, and take no place on the engine
   * @throws IllegalArgumentException if its header names no class
   */
  @Nullable RequestOptions of(Index index) {
    IndexMetadata metadata = cluster.get().metadata().index(index);
    IndexTerms terms = metadata == null ? IndexTerms.UNKNOWN : of(metadata);
    if (terms.isAside()) {
      return null;
    }
    String header = isHeaded ? headers.getHeader(HEADER) : null;
    return header == null ? terms.options() : terms.options().of(priorityClass(HEADER, header));
  }

  /** Whether searches of an index are OpenSearch's, and take no place on the engine. */
  boolean isAside(IndexMetadata index) {
    return of(index).isAside();
  }

  private IndexTerms of(IndexMetadata index) {
    IndexTerms terms = known.get(index.getIndex());
    if (terms == null || terms.version() != index.getVersion()) {
      terms = IndexTerms.of(index);
      known.put(index.getIndex(), terms);
      forgetDeleted();
    }
    return terms;
  }

  private void forgetDeleted() {
    Metadata present = cluster.get().metadata();
    if (known.size() > present.indices().size()) {
      known.keySet().removeIf(index -> !present.hasIndex(index));
    }
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
