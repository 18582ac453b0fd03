package org.curtail.benchkit.search;

/** Names in the indexes that {@link IndexBuilder} makes. */
public final class Fields {
  /** Name of a document or passage, stored. */
  public static final String ID = "id";

  /** Title, searchable and stored. */
  public static final String TITLE = "title";

  /** Text, searchable, not stored. */
  public static final String BODY = "body";

  /** Numbers for ranking begin with this; they are doc values. */
  public static final String FEATURE_PREFIX = "feature_";

  /**
   * Static rank, a double of 0 or more as doc values on every Lucene document, by which the index
   * is sorted, greatest first; the same for all passages of a document. Absent without ranks.
   */
  public static final String STATIC_RANK = "static_rank";

  /** Feature field whose feature {@link #STATIC_RANK} is the static rank, if that is above 0. */
  public static final String RANK_FEATURES = "rank_features";

  /** Commit user data: the name of the static ranks. */
  public static final String RANK_KIND_KEY = "curtail.static-rank";

  /** Commit user data: the name of the analyzer that queries need too. */
  public static final String ANALYZER_KEY = "curtail.analyzer";

  private Fields() {}
}
