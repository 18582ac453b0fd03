package org.curtail.cli.index;

/** What the static rank of a document is, if an index has one. Its {@link #label} is recorded. */
public sealed interface RankKind {
  /** No static rank: the documents stay in the order in which they come. */
  record None() implements RankKind {}

  /** The number of words of the whole document, also for its passages. */
  record Length() implements RankKind {}

  /** The number of other documents that mention the document's name; see {@link NameMentions}. */
  record Links() implements RankKind {}

  /**
   * The number that a field of the documents or of an index holds.
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
   * The kind with a label. The three words win over fields of the same name.
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

  /** What users write and what an index records. */
  default String label() {
    return switch (this) {
      case None() -> "none";
      case Length() -> "length";
      case Links() -> "links";
      case Field(String field) -> field;
    };
  }
}
