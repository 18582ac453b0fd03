package org.curtail.app.bench;

import java.util.ArrayList;
import java.util.List;
import org.curtail.app.results.Comparison;
import org.curtail.app.results.Comparison.Ratio;
import org.curtail.app.results.Results;
import org.curtail.app.results.Run;

/** Live runs for people: a table of latencies, and one of ratios, and what ranked searches did. */
public final class BenchText {
  private BenchText() {}

  /** The lines of all tables. */
  public static List<String> lines(Results results) {
    int longest = results.runs().stream().mapToInt(run -> run.policy().length()).max().orElse(0);
    String policy = "%-" + Math.max(14, longest + 1) + "s";
    var lines = new ArrayList<String>();
    lines.add(
        ("%-6s" + policy + "%10s%9s%9s%9s%9s%9s%8s%8s")
            .formatted(
                "load",
                "policy",
                "requests",
                "mean ms",
                "p50",
                "p95",
                "p99",
                "p99.9",
                "degree",
                "CPU ms"));
    for (Run run : results.runs()) {
      lines.add(
          ("%-6.2f" + policy + "%10d%9.2f%9.2f%9.2f%9.2f%9.2f%8.2f%8.2f")
              .formatted(
                  run.load(),
                  run.policy(),
                  run.requests(),
                  run.meanMs(),
                  run.p50Ms(),
                  run.p95Ms(),
                  run.p99Ms(),
                  run.p999Ms(),
                  run.meanDegree(),
                  run.cpu()));
    }
    List<String> ranked = RankedText.lines(results.runs(), policy);
    if (!ranked.isEmpty()) {
      lines.add("");
      lines.addAll(ranked);
    }
    lines.add("");
    lines.add("ratios (95 % interval), below 1 is faster");
    for (Run run : results.runs()) {
      if (!run.against().isEmpty()) {
        Comparison last = run.against().getLast();
        lines.add(
            ("%-6.2f" + policy + " mean %s  p95 %s  p99 %s  of %s")
                .formatted(
                    run.load(),
                    run.policy(),
                    ratio(last.mean()),
                    ratio(last.p95()),
                    ratio(last.p99()),
                    last.baseline()));
      }
    }
    return lines;
  }

  private static String ratio(Ratio ratio) {
    return "%.2f (%.2f to %.2f)".formatted(ratio.value(), ratio.low(), ratio.high());
  }
}
