package org.curtail.cli.documents;

import java.util.OptionalDouble;

/**
 * A text with a name.
 *
 * @param id names the document in its source; not empty, not checked to be unique
 * @param title may be empty
 * @param body may be empty
 * @param name used in mentions by other documents: its title, or the last part of the id without
 *     extension; may be empty
 * @param rank the number in its rank field, if the source has one; finite, at least 0
 */
public record Document(String id, String title, String body, String name, OptionalDouble rank) {
  /** Longest id in characters; an index stores a name as one term of limited length. */
  static final int LONGEST_ID = 1_000;

  public Document {
    if (id.isEmpty()) {
      throw new IllegalArgumentException("expected an id, found an empty text");
    }
    if (rank.isPresent() && !(rank.getAsDouble() >= 0 && Double.isFinite(rank.getAsDouble()))) {
      throw new IllegalArgumentException(
          "expected a rank of 0 or more, found " + rank.getAsDouble());
    }
  }

  /** Creates a document without rank; its name is its title if it has one. */
  public Document(String id, String title, String body) {
    this(id, title, body, OptionalDouble.empty());
  }

  Document(String id, String title, String body, OptionalDouble rank) {
    this(id, title, body, title.isBlank() ? baseName(id) : title, rank);
  }

  /** A file: its title is the file's name with extension, its name is that without extension. */
  static Document file(String path, String text) {
    String title = path.substring(path.lastIndexOf('/') + 1);
    return new Document(path, title, text, baseName(path), OptionalDouble.empty());
  }

  private static String baseName(String path) {
    String file = path.substring(path.lastIndexOf('/') + 1);
    int dot = file.lastIndexOf('.');
    return dot <= 0 ? file : file.substring(0, dot);
  }
}
