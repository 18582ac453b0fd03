package org.curtail.cli.index;

/**
 * Kind of the static rank of documents, if an index has one. The index records its {@link #label}.
 */
public sealed interface RankKind {
  /** No static rank: the documents keep their order. */
  record None() implements RankKind {}

  /** The number of words of the whole document, also for its passages. */
  record Length() implements RankKind {}

  /** The number of other documents that mention the document's name; see {@link NameMentions}. */
  record Links() implements RankKind {}

  /**
   * The number in a field of the documents or of an index.
   *
   * @param field its name, not empty
   */
  record Field(String field) implements RankKind {
    public Field {
      if (field.isEmpty()) {
        throw new IllegalArgumentException(
            "expected a field, length, links or none, found an empty text");
      }
    }
  }

  /**
   * The kind with a label. Fields cannot have one of the three words as names.
   *
   * @throws IllegalArgumentException if the label is empty
   */
  static RankKind parse(String label) {
    return switch (label) {
      case "none" -> new None();
      case "length" -> new Length();
      case "links" -> new Links();
      default -> new Field(label);
    };
  }

  /** Name for users and in an index. */
  default String label() {
    return switch (this) {
      case None() -> "none";
      case Length() -> "length";
      case Links() -> "links";
      case Field(String field) -> field;
    };
  }
}
