package org.curtail.app.documents;

/**
 * A text with a name.
 *
 * @param id names the document in its source; not empty, not checked to be unique
 * @param title may be empty
 * @param body may be empty
 */
public record Document(String id, String title, String body) {
  public Document {
    if (id.isEmpty()) {
      throw new IllegalArgumentException("expected an id, found an empty text");
    }
  }
}
