package org.curtail.model.json;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import org.curtail.Profile;
import org.curtail.json.FormatException;
import org.curtail.json.Numbers;
import org.curtail.json.ReadLimits;
import org.curtail.json.StrictParser;

/**
 * Reader and writer of profiles as {@code curtail-profile/1}:
 *
 * <pre>{@code
 * {"format":"curtail-profile/1","maxDegree":2,"source":"free text","timesMs":[
 * [186,95.1],
 * [20,12.5]]}
 * }</pre>
 *
 * <p>{@code timesMs[r][d-1]} is the execution time of request r at degree d in milliseconds. A
 * weighted profile has {@code "weights":[120,3.5]}, one per request. A profile with {@linkplain
 * Profile#serialMs serial parts} has {@code "serialMs":[4,0]}, one per request. A profile with
 * {@linkplain Profile#notes notes} has {@code "notes":["a sentence","another"]}. The writer puts
 * one request on a line and writes numbers that read back exactly. The reader accepts fields in any
 * order. Stateless.
 */
public final class ProfileJson {
  private static final String FORMAT = "curtail-profile/1";
  private static final List<String> FIELDS = List.of("format", "maxDegree", "source", "timesMs");
  private static final List<String> OPTIONAL_FIELDS = List.of("weights", "serialMs", "notes");

  private ProfileJson() {}

  /**
   * Reads a profile. The rest of the text must be white space.
   *
   * @param text reader, which is not closed
   * @param name name of the text, for messages: usually the file
   * @throws FormatException if the text is no profile of this format; the message names line and
   *     field
   * @throws IOException if the reader fails
   */
  public static Profile read(Reader text, String name) throws IOException {
    return StrictParser.parse(text, name, Draft::read);
  }

  /**
   * Reads a profile as a value inside another document.
   *
   * @throws FormatException if the value is no profile of this format; the message names the place
   */
  public static Profile read(StrictParser parser) throws IOException {
    return Draft.read(parser);
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
    out.append(']');
    if (profile.isWeighted()) {
      perRequest("weights", profile.requests(), profile::weight, out);
    }
    if (profile.hasSerialParts()) {
      perRequest("serialMs", profile.requests(), profile::serialMs, out);
    }
    if (!profile.notes().isEmpty()) {
      out.append(",\n\"notes\":[");
      for (int i = 0; i < profile.notes().size(); i++) {
        out.append(i == 0 ? "\n\"" : ",\n\"");
        out.write(JsonStringEncoder.getInstance().quoteAsString(profile.notes().get(i)));
        out.append('"');
      }
      out.append(']');
    }
    out.append("}\n");
  }

  private static void perRequest(String field, int requests, IntToDoubleFunction value, Writer out)
      throws IOException {
    out.append(",\n\"").append(field).append("\":[");
    for (int r = 0; r < requests; r++) {
      out.append(r == 0 ? "" : ",").append(Numbers.compact(value.applyAsDouble(r)));
    }
    out.append(']');
  }

  private static final class Draft {
    private final StrictParser parser;
    private final Profile.Builder requests = new Profile.Builder();
    private String source = "";

    /** Greatest degree, from its field or the first request; 0 until known. */
    private int maxDegree;

    /** Times of the last request. After the first request, the array has maxDegree elements. */
    private double[] timesMs = new double[4];

    private int times;

    /** Weights; empty until known. */
    private double[] weights = {};

    /** Serial parts; empty until known. */
    private double[] serialMs = {};

    private final List<String> notes = new ArrayList<>();

    private Draft(StrictParser parser) {
      this.parser = parser;
    }

    static Profile read(StrictParser parser) throws IOException {
      var draft = new Draft(parser);
      parser.object("", FIELDS, OPTIONAL_FIELDS, draft::field);
      Profile profile = draft.requests.build(draft.source).withNotes(draft.notes);
      profile = draft.weights.length == 0 ? profile : profile.withWeights(draft.weights);
      try {
        return draft.serialMs.length == 0 ? profile : profile.withSerialMs(draft.serialMs);
      } catch (IllegalArgumentException e) {
        throw parser.problem("serialMs", String.valueOf(e.getMessage()));
      }
    }

    private void field(String field) throws IOException {
      switch (field) {
        case "format" -> parser.constant(field, FORMAT);
        case "source" -> source = parser.string(field);
        case "maxDegree" -> {
          int declared = parser.positiveInt(field);
          if (maxDegree > 0 && declared != maxDegree) {
            throw parser.unexpected(field, "the length of timesMs, " + maxDegree);
          }
          maxDegree = declared;
        }
        case "timesMs" -> {
          parser.array(field, this::request);
          if (requests.requests() == 0) {
            throw parser.problem(field, "expected at least one request, found none");
          }
          if (weights.length > 0) {
            requireEqual(field, "weights", weights.length, requests.requests());
          }
        }
        case "weights" -> {
          weights(field);
          if (requests.requests() > 0) {
            requireEqual(field, "requests", requests.requests(), weights.length);
          }
        }
        case "serialMs" -> serialMs = parser.numbersFromZero(() -> field);
        case "notes" -> parser.array(field, index -> note(StrictParser.element(field, index)));
        default -> throw new AssertionError(field);
      }
    }

    private void note(String field) throws IOException {
      String note = parser.string(field);
      if (note.isBlank()) {
        throw parser.unexpected(field, "a sentence");
      }
      notes.add(note);
    }

    private void request(int request) throws IOException {
      Supplier<String> field = () -> StrictParser.element("timesMs", request);
      if (request == Profile.Builder.MAX_REQUESTS) {
        throw parser.problem(field.get(), "expected at most %d requests".formatted(request));
      }
      times = 0;
      parser.numbersAbove(0, field, timeMs -> time(timeMs, field));
      boolean fits = maxDegree == 0 ? times > 0 : times == maxDegree;
      if (!fits) {
        throw parser.problem(
            field.get(),
            "expected %s times, found %d"
                .formatted(maxDegree == 0 ? "one or more" : "" + maxDegree, times));
      }
      if (request == 0) {
        maxDegree = times;
        timesMs = Arrays.copyOf(timesMs, times);
      }
      requests.add(timesMs);
    }

    private void time(double timeMs, Supplier<String> field) throws IOException {
      if (times == ReadLimits.ENTRIES) {
        throw parser.problem(
            field.get(), "expected at most %,d times, found more".formatted(times));
      }
      if (times == timesMs.length) {
        timesMs = Arrays.copyOf(timesMs, 2 * times);
      }
      timesMs[times++] = timeMs;
    }

    private void weights(String field) throws IOException {
      DoubleStream.Builder read = DoubleStream.builder();
      parser.numbersAbove(0, () -> field, read::accept);
      weights = read.build().toArray();
      if (weights.length == 0) {
        throw parser.problem(field, "expected one weight per request, found none");
      }
      double sum = DoubleStream.of(weights).sum();
      if (Double.isInfinite(sum)) {
        throw parser.problem(field, "expected weights with a finite sum, found " + sum);
      }
    }

    private void requireEqual(String field, String others, int expected, int found)
        throws FormatException {
      if (found != expected) {
        throw parser.problem(
            field, "expected as many as %s, %d, found %d".formatted(others, expected, found));
      }
    }
  }
}
