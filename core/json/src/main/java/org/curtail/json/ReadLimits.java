package org.curtail.json;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;

/** Limits of a file's content: far more than any real one, far less than memory. */
public final class ReadLimits {
  /** Elements of one array, except a profile's requests. */
  public static final int ENTRIES = 10_000;

  /** Starts in all rows of a table. */
  public static final int STARTS = 10_000_000;

  public static final int TEXT_CHARACTERS = 1_000_000;
  public static final int NAME_CHARACTERS = 1_000;
  public static final int NUMBER_CHARACTERS = 1_000;
  public static final int NESTING = 100;

  /** Limits that the JSON parser itself checks. */
  public static final StreamReadConstraints CONSTRAINTS = constraints(TEXT_CHARACTERS);

  private ReadLimits() {}

  /** Returns these limits with another one for characters of a text. */
  public static StreamReadConstraints constraints(int textCharacters) {
    return StreamReadConstraints.builder()
        .maxStringLength(textCharacters)
        .maxNameLength(NAME_CHARACTERS)
        .maxNumberLength(NUMBER_CHARACTERS)
        .maxNestingDepth(NESTING)
        .build();
  }

  /** Returns the reason of a failure, without the parser's list of everything that JSON allows. */
  static String reason(JacksonException failure) {
    return switch (failure) {
      case JsonEOFException early -> "the text ends too early";
      case StreamConstraintsException tooMuch -> tooMuch(tooMuch);
      default ->
          failure
              .getOriginalMessage()
              .replaceAll("(?s)\\(start marker .*|: was expecting \\(.*|\n.*", "");
    };
  }

  /** Returns the exceeded limit of the {@link #CONSTRAINTS}; the parser names it only in words. */
  private static String tooMuch(StreamConstraintsException failure) {
    String message = failure.getOriginalMessage();
    if (message.startsWith("String")) {
      return "expected a text of at most %,d characters, found a longer one"
          .formatted(TEXT_CHARACTERS);
    }
    if (message.startsWith("Name")) {
      return "expected a field name of at most %,d characters, found a longer one"
          .formatted(NAME_CHARACTERS);
    }
    if (message.startsWith("Number")) {
      return "expected a number of at most %,d characters, found a longer one"
          .formatted(NUMBER_CHARACTERS);
    }
    if (message.contains("nesting depth")) {
      return "expected at most %d objects and arrays within each other, found more"
          .formatted(NESTING);
    }
    return "expected less: " + message;
  }
}
