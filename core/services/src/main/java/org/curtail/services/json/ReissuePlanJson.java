package org.curtail.services.json;

import com.fasterxml.jackson.core.JsonLocation;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.curtail.json.FormatException;
import org.curtail.json.Numbers;
import org.curtail.json.StrictParser;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.plan.PlanDocument;
import org.curtail.services.json.WorkflowJson.WorkflowText;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes reissue plans as {@code curtail-reissue/1}:
 *
 * <pre>{@code
 * {"format":"curtail-reissue/1","percentile":99,"budget":0.02,
 * "delayMs":12.5,"probability":0.4,"reissueFraction":0.0199,
 * "predictedMs":31,"withoutMs":80,"boundMs":29}
 * }</pre>
 *
 * <p>A request without an answer after {@code delayMs} gets a copy with {@code probability}; both
 * are 0 without copies. A plan with several copies also has {@code
 * "reissues":[{"delayMs":12.5,"probability":0.4},{"delayMs":30,"probability":1}]}: all copies in
 * order of delay, the first with {@code delayMs} and {@code probability}. Optional fields are
 * {@code "predictedIntervalMs":[29,34]}, {@code "reissueFractionInterval":[0.018,0.022]}, {@code
 * "singleD":{"delayMs":20,"reissueFraction":0.02,"predictedMs":45}} for systems without
 * probabilities, {@code "source":"free text"} and {@code "notes":["a sentence"]}. Readers skip the
 * object {@code planning}, which holds the options of a command. Numbers are read back exactly, and
 * fields may have any order. Stateless.
 */
public final class ReissuePlanJson {
  private static final String FORMAT = "curtail-reissue/1";
  private static final List<String> FIELDS =
      List.of(
          "format",
          "percentile",
          "budget",
          "delayMs",
          "probability",
          "reissueFraction",
          "predictedMs",
          "withoutMs",
          "boundMs");
  private static final List<String> OPTIONAL_FIELDS =
      List.of(
          "reissues",
          "predictedIntervalMs",
          "reissueFractionInterval",
          "singleD",
          "source",
          "notes",
          "planning");
  private static final List<String> REISSUE_FIELDS = List.of("delayMs", "probability");
  private static final List<String> SINGLE_D_FIELDS =
      List.of("delayMs", "reissueFraction", "predictedMs");

  private ReissuePlanJson() {}

  /**
   * Reads a plan. Only white space may follow the plan.
   *
   * @param text source, which is not closed
   * @param name name of the text for messages, usually the file
   * @throws FormatException if the text is not a plan of this format; the message names line and
   *     field
   * @throws IOException if the reader fails
   */
  public static PlanDocument read(Reader text, String name) throws IOException {
    return StrictParser.parse(text, name, Draft::read);
  }

  /**
   * Writes a plan without intervals and notes, with a line break at the end.
   *
   * @param out neither flushed nor closed
   */
  public static void write(ReissuePlan plan, Writer out) throws IOException {
    write(PlanDocument.of(plan), out);
  }

  /**
   * Writes a document with a line break at the end.
   *
   * @param out neither flushed nor closed
   */
  public static void write(PlanDocument document, Writer out) throws IOException {
    ReissuePlan plan = document.plan();
    List<Reissue> reissues = plan.policy().reissues();
    Reissue first = reissues.isEmpty() ? new Reissue(0, 0) : reissues.getFirst();
    out.append(
        """
        {"format":"%s","percentile":%s,"budget":%s,
        %s,"reissueFraction":%s,
        "predictedMs":%s,"withoutMs":%s,"boundMs":%s\
        """
            .formatted(
                FORMAT,
                Numbers.compact(plan.goal().percentile()),
                Numbers.compact(plan.goal().budget()),
                text(first),
                Numbers.compact(plan.reissueFraction()),
                Numbers.compact(plan.predictedMillis()),
                Numbers.compact(plan.withoutMillis()),
                Numbers.compact(plan.boundMillis())));
    if (reissues.size() > 1) {
      out.append(",\n\"reissues\":[");
      out.append(reissues.stream().map(r -> "{" + text(r) + "}").collect(Collectors.joining(",")));
      out.append(']');
    }
    range(document.predictedMillis(), "predictedIntervalMs", out);
    range(document.reissueFraction(), "reissueFractionInterval", out);
    PlanDocument.SingleD singleD = document.singleD();
    if (singleD != null) {
      out.append(
          ",\n\"singleD\":{\"delayMs\":%s,\"reissueFraction\":%s,\"predictedMs\":%s}"
              .formatted(
                  Numbers.compact(singleD.delayMillis()),
                  Numbers.compact(singleD.reissueFraction()),
                  Numbers.compact(singleD.predictedMillis())));
    }
    if (!document.source().isEmpty()) {
      out.append(",\n\"source\":");
      WorkflowText.quoted(document.source(), out);
    }
    if (!document.notes().isEmpty()) {
      out.append(",\n\"notes\":[");
      for (int i = 0; i < document.notes().size(); i++) {
        out.append(i == 0 ? "\n" : ",\n");
        WorkflowText.quoted(document.notes().get(i), out);
      }
      out.append(']');
    }
    out.append("}\n");
  }

  private static String text(Reissue reissue) {
    return "\"delayMs\":%s,\"probability\":%s"
        .formatted(Numbers.compact(reissue.delayMillis()), Numbers.compact(reissue.probability()));
  }

  private static void range(PlanDocument.@Nullable Range range, String field, Writer out)
      throws IOException {
    if (range != null) {
      out.append(
          ",\n\"%s\":[%s,%s]"
              .formatted(field, Numbers.compact(range.least()), Numbers.compact(range.most())));
    }
  }

  private static final class Draft {
    private final StrictParser parser;
    private final List<Reissue> reissues = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private double percentile;
    private double budget;
    private double delayMs;
    private double probability;
    private double reissueFraction;
    private double predictedMs;
    private double withoutMs;
    private double boundMs;
    private PlanDocument.@Nullable Range predictedRange;
    private PlanDocument.@Nullable Range fractionRange;
    private PlanDocument.@Nullable SingleD singleD;
    private String source = "";
    private JsonLocation fractionPlace = JsonLocation.NA;
    private JsonLocation reissuesPlace = JsonLocation.NA;

    private Draft(StrictParser parser) {
      this.parser = parser;
    }

    static PlanDocument read(StrictParser parser) throws IOException {
      var draft = new Draft(parser);
      parser.object("", FIELDS, OPTIONAL_FIELDS, draft::field);
      ReissuePolicy policy = draft.policy();
      draft.checkFraction(policy);
      var plan =
          new ReissuePlan(
              new ReissueGoal(draft.percentile, draft.budget),
              policy,
              draft.reissueFraction,
              draft.predictedMs,
              draft.withoutMs,
              draft.boundMs);
      return new PlanDocument(
          plan,
          draft.source,
          draft.notes,
          draft.predictedRange,
          draft.fractionRange,
          draft.singleD);
    }

    private void field(String field) throws IOException {
      switch (field) {
        case "format" -> parser.constant(field, FORMAT);
        case "percentile" -> percentile = WorkflowPlanDraft.percentile(parser, field);
        case "budget" ->
            budget = WorkflowPlanDraft.atMostOne(parser, field, parser.numberAbove(0, field));
        case "delayMs" -> delayMs = parser.numberFrom(0, field);
        case "probability" -> probability = WorkflowPlanDraft.share(parser, field);
        case "reissueFraction" -> {
          reissueFraction = parser.numberFrom(0, field);
          fractionPlace = parser.here();
        }
        case "predictedMs" -> predictedMs = parser.numberFrom(0, field);
        case "withoutMs" -> withoutMs = parser.numberFrom(0, field);
        case "boundMs" -> boundMs = parser.numberFrom(0, field);
        case "reissues" -> {
          parser.shortArray(field, index -> reissue(StrictParser.element(field, index)));
          reissuesPlace = parser.here();
          if (reissues.isEmpty()) {
            throw parser.problem(field, "expected at least one reissue, found none");
          }
        }
        case "predictedIntervalMs" -> predictedRange = range(field);
        case "reissueFractionInterval" -> fractionRange = range(field);
        case "singleD" -> singleD = singleD(field);
        case "source" -> source = parser.string(field);
        case "notes" ->
            parser.shortArray(
                field,
                index ->
                    notes.add(WorkflowPlanDraft.note(parser, StrictParser.element(field, index))));
        case "planning" -> parser.skipObject(field);
        default -> throw new AssertionError(field);
      }
    }

    private void reissue(String field) throws IOException {
      var values = new double[2];
      parser.object(
          field,
          REISSUE_FIELDS,
          name -> {
            String path = field + "." + name;
            if (name.equals("delayMs")) {
              values[0] = parser.numberFrom(reissues.isEmpty() ? 0 : lastDelay(), path);
            } else {
              values[1] = WorkflowPlanDraft.share(parser, path);
            }
          });
      reissues.add(new Reissue(values[0], values[1]));
    }

    private double lastDelay() {
      return reissues.getLast().delayMillis();
    }

    private PlanDocument.SingleD singleD(String field) throws IOException {
      var values = new double[SINGLE_D_FIELDS.size()];
      parser.object(
          field,
          SINGLE_D_FIELDS,
          name -> {
            String path = field + "." + name;
            values[SINGLE_D_FIELDS.indexOf(name)] =
                name.equals("reissueFraction")
                    ? WorkflowPlanDraft.share(parser, path)
                    : parser.numberFrom(0, path);
          });
      return new PlanDocument.SingleD(values[0], values[1], values[2]);
    }

    private PlanDocument.Range range(String field) throws IOException {
      var values = new ArrayList<Double>();
      parser.shortArray(
          field,
          index ->
              values.add(
                  parser.numberFrom(
                      values.isEmpty() ? 0 : values.getLast(),
                      StrictParser.element(field, index))));
      if (values.size() != 2) {
        throw parser.problem(
            field, "expected two numbers, the least and the most, found " + values.size());
      }
      return new PlanDocument.Range(values.get(0), values.get(1));
    }

    /** Returns the policy, and checks relations of fields, which may have any order. */
    private ReissuePolicy policy() throws IOException {
      var first = new Reissue(delayMs, probability);
      if (reissues.isEmpty()) {
        return delayMs == 0 && probability == 0
            ? ReissuePolicy.NONE
            : new ReissuePolicy(List.of(first));
      }
      if (!reissues.getFirst().equals(first)) {
        throw parser.problem(
            reissuesPlace,
            "reissues[0]",
            "expected the delayMs and probability of the plan, %s and %s, found %s and %s"
                .formatted(
                    Numbers.compact(delayMs),
                    Numbers.compact(probability),
                    Numbers.compact(reissues.getFirst().delayMillis()),
                    Numbers.compact(reissues.getFirst().probability())));
      }
      return new ReissuePolicy(reissues);
    }

    private void checkFraction(ReissuePolicy policy) throws IOException {
      int most = policy.reissues().size();
      if (reissueFraction > most) {
        throw parser.problem(
            fractionPlace,
            "reissueFraction",
            "expected at most the number of reissues, %d, found %s"
                .formatted(most, Numbers.compact(reissueFraction)));
      }
    }
  }
}
