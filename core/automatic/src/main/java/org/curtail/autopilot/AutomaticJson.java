package org.curtail.autopilot;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import org.curtail.automatic.LoadVerdict;
import org.curtail.automatic.PilotKnowledge;
import org.curtail.automatic.PolicyMap;
import org.curtail.json.FormatException;
import org.curtail.json.Numbers;
import org.curtail.json.StrictParser;
import org.curtail.model.json.IntervalTableJson;
import org.curtail.model.json.ProfileJson;

/**
 * What an engine that chooses its policies itself knows, as {@code curtail-automatic/1}:
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
 * <p>The profile, the policies with {@code halfBand} and the verdicts may be missing; without a
 * profile there are no policies, without policies no verdicts. A policy that has an interval table
 * has it as {@code table}. Numbers read back exactly, fields come in any order when read.
 * Stateless.
 */
public final class AutomaticJson {
  static final String FORMAT = "curtail-automatic/1";

  private AutomaticJson() {}

  /**
   * What was written.
   *
   * @param cores that served, at least 1
   */
  public record Saved(int cores, PilotKnowledge knowledge) {
    public Saved {
      if (cores < 1) {
        throw new IllegalArgumentException("cores must be at least 1: " + cores);
      }
    }
  }

  /**
   * Reads what an engine knew and everything else that the reader holds, which must be white space.
   *
   * @param text not closed
   * @param name of the text, for messages: usually the file
   * @throws FormatException if the text is not of this format; names line and field
   * @throws IOException if the reader fails
   */
  public static Saved read(Reader text, String name) throws IOException {
    return StrictParser.parse(text, name, AutomaticDraft::read);
  }

  /**
   * Writes it, with a line break at the end.
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
    // Without pairs there is no ratio, which is not a number.
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
}
