package org.curtail.benchkit.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.curtail.benchkit.replay.ReplayFindings.AtDegree;

/** A table of replayed searches. */
public final class ReplayText {
  private static final int NAME_WIDTH = 29;

  private ReplayText() {}

  /** Returns the lines, with a column per degree. */
  public static List<String> lines(ReplayFindings findings) {
    var lines = new ArrayList<String>();
    lines.add(
        "%d emulated cores, %,d searches of %d chunks; helpers are %.3f ms late"
            .formatted(
                findings.cores(), findings.searches(), findings.chunks(), findings.handOffMs()));
    lines.add(
        "not parallel %.3f ms, of the longest 5 %% %.3f ms; before a thread's first chunk %.3f ms"
            .formatted(findings.fixedMs(), findings.fixedLongestMs(), findings.openMs()));
    lines.add(
        "a chunk %.3f ms, the costliest of the longest 5 %% %.3f ms"
            .formatted(findings.chunkMs(), findings.costliestChunkMs()));
    lines.add(row(findings, "degree", "%8.0f", AtDegree::degree));
    lines.add(row(findings, "mean time, ms", "%8.3g", AtDegree::meanMs));
    lines.add(row(findings, "  of the longest 5 %, ms", "%8.3g", AtDegree::longestMs));
    lines.add(row(findings, "speedup of the mean", "%8.2f", AtDegree::speedup));
    lines.add(row(findings, "  of the longest 5 %", "%8.2f", AtDegree::speedupLongest));
    lines.add(row(findings, "chunks visited, mean", "%8.1f", AtDegree::meanChunks));
    lines.add(row(findings, "  extra, mean", "%8.2f", AtDegree::meanExtraChunks));
    lines.add(row(findings, "  extra, p99", "%8.0f", AtDegree::p99ExtraChunks));
    lines.add(row(findings, "  extra, most", "%8.0f", AtDegree::mostExtraChunks));
    lines.add(
        row(findings, "  at most p - 1 extra, %", "%8.1f", degree -> 100 * degree.withinShare()));
    lines.add(row(findings, "speculative chunks, %", "%8.2f", at -> 100 * at.speculativeShare()));
    for (ReplayFindings.OfSharing sharing : findings.sharings()) {
      lines.add(
          row(
              findings,
              "  in step, " + sharing.sharing(),
              "%8.2f",
              at -> 100 * sharing.speculativeShare().get(at.degree() - 1)));
    }
    for (ReplayFindings.OfSharing sharing : findings.sharings()) {
      lines.add(
          row(
              findings,
              "mean in step, ms, " + sharing.sharing(),
              "%8.3g",
              at -> sharing.meanMs().get(at.degree() - 1)));
    }
    lines.add(row(findings, "emulated over exact time", "%8.3f", AtDegree::overExact));
    lines.add(
        "time runs slower by %s; threads woke %.3f ms late, chunks took %+.2f %% too long"
            .formatted(findings.scale(), findings.latenessMs(), 100 * findings.chunkError()));
    return lines;
  }

  private static String row(
      ReplayFindings findings, String name, String format, ToDoubleFunction<AtDegree> value) {
    var line = new StringBuilder(name).append(" ".repeat(NAME_WIDTH - name.length()));
    findings.degrees().forEach(at -> line.append(format.formatted(value.applyAsDouble(at))));
    return line.toString();
  }
}
