package org.curtail.json;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import org.curtail.Profile;

/**
 * Profiles as {@code curtail-profile/1}:
 *
 * <pre>{@code
 * {"format":"curtail-profile/1","maxDegree":2,"source":"free text","timesMs":[
 * [186,95.1],
 * [20,12.5]]}
 * }</pre>
 *
 * <p>{@code timesMs[r][d-1]} is the execution time of request r at degree d in milliseconds. One
 * request a line, numbers that read back exactly, fields in any order when read. Stateless.
 */
public final class ProfileJson {
  private static final String FORMAT = "curtail-profile/1";
  private static final List<String> FIELDS = List.of("format", "maxDegree", "source", "timesMs");

  private ProfileJson() {}

  /**
   * Reads a profile and everything else that the reader holds, which must be white space.
   *
   * @param text not closed
   * @param name of the text, for messages: usually the file
   * @throws FormatException if the text is no profile of this format; names line and field
   * @throws IOException if the reader fails
   */
  public static Profile read(Reader text, String name) throws IOException {
    return StrictParser.parse(text, name, Draft::read);
  }

  /**
   * Writes a profile, with a line break at the end.
   *
   * @param out neither flushed nor closed
   */
  public static void write(Profile profile, Writer out) throws IOException {
    out.append("{\"format\":\"").append(FORMAT).append("\",\"maxDegree\":");
    out.append(Integer.toString(profile.maxDegree())).append(",\"source\":\"");
    out.write(JsonStringEncoder.getInstance().quoteAsString(profile.source()));
    out.append("\",\"timesMs\":[");
    for (int r = 0; r < profile.requests(); r++) {
      out.append(r == 0 ? "\n[" : ",\n[");
      for (int d = 1; d <= profile.maxDegree(); d++) {
        out.append(d == 1 ? "" : ",").append(Numbers.compact(profile.timeMs(r, d)));
      }
      out.append(']');
    }
    out.append("]}\n");
  }

  /** What has been read so far. */
  private static final class Draft {
    private final StrictParser parser;
    private final List<double[]> timesMs = new ArrayList<>();
    private String source = "";

    /** 0 until known. */
    private int maxDegree;

    private Draft(StrictParser parser) {
      this.parser = parser;
    }

    static Profile read(StrictParser parser) throws IOException {
      var draft = new Draft(parser);
      parser.object("", FIELDS, draft::field);
      return Profile.of(draft.source, draft.timesMs.toArray(double[][]::new));
    }

    private void field(String field) throws IOException {
      switch (field) {
        case "format" -> parser.constant(field, FORMAT);
        case "source" -> source = parser.string(field);
        case "maxDegree" -> {
          maxDegree = parser.positiveInt(field);
          if (!timesMs.isEmpty() && timesMs.getFirst().length != maxDegree) {
            throw parser.unexpected(field, "the length of timesMs, " + timesMs.getFirst().length);
          }
        }
        case "timesMs" -> {
          parser.array(field, this::request);
          if (timesMs.isEmpty()) {
            throw parser.problem(field, "expected at least one request, found none");
          }
        }
        default -> throw new AssertionError(field);
      }
    }

    private void request(int request) throws IOException {
      String field = StrictParser.element("timesMs", request);
      var times = new ArrayList<Double>(Math.max(maxDegree, 4));
      parser.array(
          field, index -> times.add(parser.numberAbove(0, StrictParser.element(field, index))));
      int expected =
          maxDegree > 0 ? maxDegree : timesMs.isEmpty() ? times.size() : timesMs.getFirst().length;
      if (times.isEmpty() || times.size() != expected) {
        throw parser.problem(
            field,
            "expected %s times, found %d"
                .formatted(expected == 0 ? "one or more" : "" + expected, times.size()));
      }
      timesMs.add(times.stream().mapToDouble(Double::doubleValue).toArray());
    }
  }
}
