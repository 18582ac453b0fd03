package org.curtail.autopilot;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.automatic.PilotKnowledge;
import org.curtail.automatic.choose.Candidate;
import org.curtail.automatic.choose.PolicyMap;
import org.curtail.automatic.guard.LoadVerdict;
import org.curtail.automatic.guard.LoadVerdict.Verdict;
import org.curtail.json.FormatException;
import org.curtail.json.Numbers;
import org.curtail.json.StrictParser;
import org.curtail.model.json.IntervalTableJson;
import org.curtail.model.json.ProfileJson;
import org.jspecify.annotations.Nullable;

/**
 * Reader and writer of an automatic engine's knowledge, as {@code curtail-automatic/1}:
 *
 * <pre>{@code
 * {"format":"curtail-automatic/1","cores":4,
 * "profile":{"format":"curtail-profile/1","maxDegree":2,"source":"live traffic","timesMs":[
 * [186,95.1],
 * [20,12.5]]},
 * "halfBand":0.03,"policies":[
 * {"fromUtilisation":0,"policy":"tail-index","reason":"the least p99"},
 * {"fromUtilisation":0.8,"policy":"sequential","reason":"all others do harm"}],
 * "verdicts":[
 * {"fromUtilisation":0,"policy":"tail-index","verdict":"NO_HARM","pairs":40,"meanRatio":0.7,"p95Ratio":0.6}]}
 * }</pre>
 *
 * <p>The profile, the policies with {@code halfBand} and the verdicts are optional. Policies
 * require a profile, verdicts require policies. An interval table is the field {@code table} of its
 * policy. Numbers read back exactly. The reader accepts fields in any order. Stateless.
 */
public final class AutomaticJson {
  static final String FORMAT = "curtail-automatic/1";

  private AutomaticJson() {}

  /**
   * Content of a file.
   *
   * @param cores number of cores of the engine, at least 1
   */
  public record Saved(int cores, PilotKnowledge knowledge) {
    public Saved {
      if (cores < 1) {
        throw new IllegalArgumentException("cores must be at least 1: " + cores);
      }
    }
  }

  /**
   * Reads an engine's knowledge. The rest of the text must be white space.
   *
   * @param text reader, which is not closed
   * @param name name of the text, for messages: usually the file
   * @throws FormatException if the text is not of this format; the message names line and field
   * @throws IOException if the reader fails
   */
  public static Saved read(Reader text, String name) throws IOException {
    return StrictParser.parse(text, name, Draft::read);
  }

  /**
   * Writes an engine's knowledge, with a line break at the end.
   *
   * @param out neither flushed nor closed
   */
  public static void write(Saved saved, Writer out) throws IOException {
    PilotKnowledge knowledge = saved.knowledge();
    out.append("{\"format\":\"%s\",\"cores\":%d".formatted(FORMAT, saved.cores()));
    if (knowledge.profile().isPresent()) {
      out.append(",\n\"profile\":");
      ProfileJson.write(knowledge.profile().get(), out);
    }
    if (knowledge.map().isPresent()) {
      write(knowledge.map().get(), out);
    }
    if (!knowledge.verdicts().isEmpty()) {
      out.append(",\n\"verdicts\":[");
      String before = "\n";
      for (LoadVerdict verdict : knowledge.verdicts()) {
        out.append(before);
        write(verdict, out);
        before = ",\n";
      }
      out.append(']');
    }
    out.append("}\n");
  }

  private static void write(PolicyMap map, Writer out) throws IOException {
    out.append(",\n\"halfBand\":")
        .append(Numbers.compact(map.halfBand()))
        .append(",\"policies\":[");
    String before = "\n";
    for (PolicyMap.Entry entry : map.entries()) {
      out.append(before).append("{\"fromUtilisation\":");
      out.append(Numbers.compact(entry.fromUtilisation()));
      out.append(",\"policy\":").append(quoted(entry.candidate().name()));
      out.append(",\"reason\":").append(quoted(entry.reason()));
      if (entry.candidate().table().isPresent()) {
        out.append(",\n\"table\":");
        IntervalTableJson.write(entry.candidate().table().get(), out);
      }
      out.append('}');
      before = ",\n";
    }
    out.append(']');
  }

  private static void write(LoadVerdict verdict, Writer out) throws IOException {
    out.append("{\"fromUtilisation\":").append(Numbers.compact(verdict.fromUtilisation()));
    out.append(",\"policy\":").append(quoted(verdict.policy()));
    out.append(",\"verdict\":\"%s\",\"pairs\":%d".formatted(verdict.verdict(), verdict.pairs()));
    // Without pairs the ratio is NaN, which JSON lacks.
    if (!Double.isNaN(verdict.meanRatio())) {
      out.append(",\"meanRatio\":").append(Numbers.compact(verdict.meanRatio()));
    }
    if (!Double.isNaN(verdict.p95Ratio())) {
      out.append(",\"p95Ratio\":").append(Numbers.compact(verdict.p95Ratio()));
    }
    out.append('}');
  }

  private static String quoted(String text) {
    return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
  }

  private static final class Draft {
    private static final List<String> FIELDS = List.of("format", "cores");
    private static final List<String> OPTIONAL_FIELDS =
        List.of("profile", "halfBand", "policies", "verdicts");
    private static final List<String> POLICY_FIELDS =
        List.of("fromUtilisation", "policy", "reason");
    private static final List<String> OPTIONAL_POLICY_FIELDS = List.of("table");
    private static final List<String> VERDICT_FIELDS =
        List.of("fromUtilisation", "policy", "verdict", "pairs");
    private static final List<String> OPTIONAL_VERDICT_FIELDS = List.of("meanRatio", "p95Ratio");

    private final StrictParser parser;
    private final List<EntryDraft> entries = new ArrayList<>();
    private final List<LoadVerdict> verdicts = new ArrayList<>();
    private int cores;
    private @Nullable Profile profile;
    private @Nullable Double halfBand;

    // Kept for messages about the content, which follow the last field.
    private JsonLocation policiesPlace = JsonLocation.NA;
    private JsonLocation bandPlace = JsonLocation.NA;
    private JsonLocation verdictsPlace = JsonLocation.NA;

    private Draft(StrictParser parser) {
      this.parser = parser;
    }

    static AutomaticJson.Saved read(StrictParser parser) throws IOException {
      var draft = new Draft(parser);
      parser.object("", FIELDS, OPTIONAL_FIELDS, draft::field);
      return new AutomaticJson.Saved(draft.cores, draft.knowledge());
    }

    private void field(String field) throws IOException {
      switch (field) {
        case "format" -> parser.constant(field, AutomaticJson.FORMAT);
        case "cores" -> cores = parser.positiveInt(field);
        case "profile" -> profile = parser.within(field, ProfileJson::read);
        case "halfBand" -> {
          halfBand = parser.numberFrom(0, field);
          bandPlace = parser.here();
        }
        case "policies" -> {
          parser.shortArray(field, index -> entry(StrictParser.element(field, index)));
          policiesPlace = parser.here();
          if (entries.isEmpty()) {
            throw parser.problem(field, "expected at least one policy, found none");
          }
        }
        case "verdicts" -> {
          parser.shortArray(field, index -> verdict(StrictParser.element(field, index)));
          verdictsPlace = parser.here();
        }
        default -> throw new AssertionError(field);
      }
    }

    private PilotKnowledge knowledge() throws FormatException {
      if (entries.isEmpty()) {
        if (halfBand != null) {
          throw parser.problem(bandPlace, "halfBand", "expected policies too, found none");
        }
        if (!verdicts.isEmpty()) {
          throw parser.problem(verdictsPlace, "verdicts", "expected policies too, found none");
        }
        return new PilotKnowledge(Optional.ofNullable(profile), Optional.empty(), List.of());
      }
      if (halfBand == null) {
        throw parser.problem(policiesPlace, "policies", "expected halfBand too, found none");
      }
      if (profile == null) {
        throw parser.problem(policiesPlace, "policies", "expected a profile too, found none");
      }
      return new PilotKnowledge(
          Optional.of(profile), Optional.of(map(profile, halfBand)), verdicts);
    }

    private PolicyMap map(Profile demand, double band) throws FormatException {
      var made = new ArrayList<PolicyMap.Entry>();
      for (EntryDraft entry : entries) {
        made.add(entry.entry(demand));
      }
      try {
        return new PolicyMap(made, band);
      } catch (IllegalArgumentException e) {
        throw parser.problem(policiesPlace, "policies", String.valueOf(e.getMessage()));
      }
    }

    private void entry(String path) throws IOException {
      var entry = new EntryDraft(path);
      parser.object(path, POLICY_FIELDS, OPTIONAL_POLICY_FIELDS, entry::field);
      entries.add(entry);
    }

    private final class EntryDraft {
      private final String path;
      private double fromUtilisation;
      private String policy = "";
      private JsonLocation policyPlace = JsonLocation.NA;
      private String reason = "";
      private Optional<IntervalTable> table = Optional.empty();

      EntryDraft(String path) {
        this.path = path;
      }

      void field(String name) throws IOException {
        String full = path + "." + name;
        switch (name) {
          case "fromUtilisation" -> fromUtilisation = parser.numberFrom(0, full);
          case "policy" -> {
            policy = parser.string(full);
            policyPlace = parser.here();
          }
          case "reason" -> reason = parser.string(full);
          case "table" -> table = Optional.of(parser.within(full, IntervalTableJson::read));
          default -> throw new AssertionError(name);
        }
      }

      PolicyMap.Entry entry(Profile demand) throws FormatException {
        Candidate candidate;
        try {
          candidate = Candidate.named(policy, demand, table, OptionalInt.empty());
        } catch (IllegalArgumentException e) {
          throw parser.problem(
              policyPlace, path + ".policy", StrictParser.oneLine(String.valueOf(e.getMessage())));
        }
        if (candidate.policy().maxDegree() > demand.maxDegree()) {
          throw parser.problem(
              policyPlace,
              path + ".policy",
              "expected at most the degree %d that the profile has, found %s, which goes to %d"
                  .formatted(
                      demand.maxDegree(),
                      StrictParser.shown(policy),
                      candidate.policy().maxDegree()));
        }
        return new PolicyMap.Entry(fromUtilisation, candidate, reason);
      }
    }

    private void verdict(String path) throws IOException {
      var read = new VerdictDraft(path);
      parser.object(path, VERDICT_FIELDS, OPTIONAL_VERDICT_FIELDS, read::field);
      verdicts.add(
          new LoadVerdict(
              read.fromUtilisation,
              read.policy,
              read.verdict,
              read.pairs,
              read.meanRatio,
              read.p95Ratio));
    }

    private final class VerdictDraft {
      private final String path;
      private double fromUtilisation;
      private String policy = "";
      private Verdict verdict = Verdict.NOT_KNOWN;
      private int pairs;
      private double meanRatio = Double.NaN;
      private double p95Ratio = Double.NaN;

      VerdictDraft(String path) {
        this.path = path;
      }

      void field(String name) throws IOException {
        String full = path + "." + name;
        switch (name) {
          case "fromUtilisation" -> fromUtilisation = parser.numberFrom(0, full);
          case "policy" -> policy = parser.string(full);
          case "verdict" -> verdict = named(full);
          case "pairs" -> pairs = wholeFromZero(full);
          case "meanRatio" -> meanRatio = parser.numberAbove(0, full);
          case "p95Ratio" -> p95Ratio = parser.numberAbove(0, full);
          default -> throw new AssertionError(name);
        }
      }

      private Verdict named(String full) throws IOException {
        String text = parser.string(full);
        return Arrays.stream(Verdict.values())
            .filter(known -> known.name().equals(text))
            .findFirst()
            .orElseThrow(() -> notAVerdict(full));
      }

      private FormatException notAVerdict(String full) {
        return parser.problem(
            full,
            "expected one of " + Arrays.toString(Verdict.values()).replaceAll("[\\[\\]]", ""));
      }

      private int wholeFromZero(String full) throws IOException {
        double value = parser.numberFrom(0, full);
        if (value != Math.rint(value) || value > Integer.MAX_VALUE) {
          throw parser.unexpected(full, "a whole number of at least 0");
        }
        return (int) value;
      }
    }
  }
}
