package org.curtail.autopilot;

import com.fasterxml.jackson.core.JsonLocation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.automatic.Candidate;
import org.curtail.automatic.LoadVerdict;
import org.curtail.automatic.PilotKnowledge;
import org.curtail.automatic.PolicyMap;
import org.curtail.automatic.Verdict;
import org.curtail.json.FormatException;
import org.curtail.json.StrictParser;
import org.curtail.model.json.IntervalTableJson;
import org.curtail.model.json.ProfileJson;
import org.jspecify.annotations.Nullable;

/** What an automatic engine knew, as far as it has been read. */
final class AutomaticDraft {
  private static final List<String> FIELDS = List.of("format", "cores");
  private static final List<String> OPTIONAL_FIELDS =
      List.of("profile", "halfBand", "policies", "verdicts");
  private static final List<String> POLICY_FIELDS = List.of("fromUtilisation", "policy", "reason");
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

  // To complain about what the file says once all of it is known.
  private JsonLocation policiesPlace = JsonLocation.NA;
  private JsonLocation bandPlace = JsonLocation.NA;
  private JsonLocation verdictsPlace = JsonLocation.NA;

  private AutomaticDraft(StrictParser parser) {
    this.parser = parser;
  }

  static AutomaticJson.Saved read(StrictParser parser) throws IOException {
    var draft = new AutomaticDraft(parser);
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
    return new PilotKnowledge(Optional.of(profile), Optional.of(map(profile, halfBand)), verdicts);
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

  /** One policy, as far as it has been read. */
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

  /** One verdict, as far as it has been read. */
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
          full, "expected one of " + Arrays.toString(Verdict.values()).replaceAll("[\\[\\]]", ""));
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
