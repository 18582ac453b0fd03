package org.curtail.app.index;

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

  /** Commit user data: the {@link Analysis#label} that queries need too. */
  static final String ANALYZER_KEY = "curtail.analyzer";

  private Fields() {}
}
