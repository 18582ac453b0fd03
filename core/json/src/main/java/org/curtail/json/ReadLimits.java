package org.curtail.json;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;

/** How much of anything a file may hold: far more than any real one, far less than memory. */
public final class ReadLimits {
  /** Of the elements of one array, but for a profile's requests. */
  public static final int ENTRIES = 10_000;

  /** Of the starts in all rows of a table. */
  public static final int STARTS = 10_000_000;

  public static final int TEXT_CHARACTERS = 1_000_000;
  public static final int NAME_CHARACTERS = 1_000;
  public static final int NUMBER_CHARACTERS = 1_000;
  public static final int NESTING = 100;

  /** What the JSON parser itself watches over. */
  public static final StreamReadConstraints CONSTRAINTS = constraints(TEXT_CHARACTERS);

  private ReadLimits() {}

  /** The same, but texts may have so many characters. */
  public static StreamReadConstraints constraints(int textCharacters) {
    return StreamReadConstraints.builder()
        .maxStringLength(textCharacters)
        .maxNameLength(NAME_CHARACTERS)
        .maxNumberLength(NUMBER_CHARACTERS)
        .maxNestingDepth(NESTING)
        .build();
  }

  /** Why a text could not be read, without the list of everything that JSON knows. */
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

  /** Which of the {@link #CONSTRAINTS} was hurt; the parser says so only in its own words. */
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
