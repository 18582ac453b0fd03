package org.curtail.benchkit.files;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonMappingException;
import org.curtail.json.ReadLimits;

/** Explains errors in a user's JSON. */
public final class JsonProblem {
  private static final int LONGEST_REASON = 160;

  private JsonProblem() {}

  /** Returns the error as one clause, without the parser's names of options and locations. */
  public static String reason(JsonProcessingException failure) {
    return switch (failure) {
      case JsonEOFException early -> "the text ends too early";
      case StreamConstraintsException tooMuch -> tooMuch(tooMuch.getOriginalMessage());
      case JsonMappingException other -> "it holds something else than it should";
      default -> clause(failure.getOriginalMessage());
    };
  }

  private static String tooMuch(String message) {
    if (message.startsWith("String")) {
      return "a text has more than %,d characters".formatted(ReadLimits.TEXT_CHARACTERS);
    }
    if (message.startsWith("Name")) {
      return "the name of a field has more than %,d characters"
          .formatted(ReadLimits.NAME_CHARACTERS);
    }
    if (message.startsWith("Number")) {
      return "a number has more than %,d characters".formatted(ReadLimits.NUMBER_CHARACTERS);
    }
    return "more than %d objects and lists stand within each other".formatted(ReadLimits.NESTING);
  }

  private static String clause(String message) {
    String clause =
        message.replaceAll("(?s)\\s*\\(start marker .*|: was expecting \\(.*|\\n.*", "");
    return clause.length() <= LONGEST_REASON ? clause : clause.substring(0, LONGEST_REASON) + "...";
  }
}
