package org.curtail.benchkit.search;

/** Names in the indexes of {@link IndexBuilder}. */
public final class Fields {
  /** Name of a document or passage, stored. */
  public static final String ID = "id";

  /** Title, searchable and stored. */
  public static final String TITLE = "title";

  /** Text, searchable, not stored. */
  public static final String BODY = "body";

  /** Prefix of doc values with numbers for ranking. */
  public static final String FEATURE_PREFIX = "feature_";

  /**
   * Static rank: a doc value (a double of 0 or more) of every Lucene document. The index is sorted
   * by it, greatest first. All passages of a document have the same rank. Absent without ranks.
   */
  public static final String STATIC_RANK = "static_rank";

  /** Feature field; its feature {@link #STATIC_RANK} is the static rank if the rank is above 0. */
  public static final String RANK_FEATURES = "rank_features";

  /** Commit user data: the name of the static ranks. */
  public static final String RANK_KIND_KEY = "curtail.static-rank";

  /** Commit user data: the name of the analyzer, which queries need too. */
  public static final String ANALYZER_KEY = "curtail.analyzer";

  private Fields() {}
}
