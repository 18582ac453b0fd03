package org.curtail.papers.experiments;

import static org.curtail.papers.experiments.AdaptiveBing.ADAPTIVE;
import static org.curtail.papers.experiments.AdaptiveBing.BINARY;
import static org.curtail.papers.experiments.AdaptiveBing.SEQUENTIAL;

import java.util.List;
import java.util.stream.Stream;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.PaperFigure.Bar;
import org.curtail.benchkit.results.PaperFigure.Panel;

/** The plots of the Adaptive parallelism paper. */
final class AdaptiveBingFigures {
  private static final String RATE = "queries per second";
  private static final String MEAN = "mean latency, ms";
  private static final String P95 = "p95 latency, ms";
  private static final double TOP_MEAN_MS = 150;
  private static final double TOP_P95_MS = 500;

  private static final List<String> FIXED =
      List.of(SEQUENTIAL, "fixed-2", "fixed-3", "fixed-4", "fixed-5", "fixed-6", ADAPTIVE);

  private static final List<String> OTHERS =
      List.of(
          SEQUENTIAL,
          "fixed-6",
          ADAPTIVE,
          BINARY + "1",
          BINARY + "4",
          "linear-1",
          "linear-5",
          "linear-10",
          "linear-20");

  private final Measurements letter;
  private final Measurements inSystem;
  private final ChangingLoad changing;

  private AdaptiveBingFigures(Measurements letter, Measurements inSystem, ChangingLoad changing) {
    this.letter = letter;
    this.inSystem = inSystem;
    this.changing = changing;
  }

  static List<PaperFigure> of(Measurements letter, Measurements inSystem, ChangingLoad changing) {
    return new AdaptiveBingFigures(letter, inSystem, changing).all();
  }

  private List<PaperFigure> all() {
    return List.of(
        new PaperFigure(
            "Figure 9",
            "Sequential execution, fixed and adaptive parallelism; load is who waits",
            latencies(letter, FIXED)),
        new PaperFigure(
            "Figure 9, load in system",
            "The same if the load is all other requests, running ones too",
            latencies(inSystem, FIXED)),
        new PaperFigure(
            "Figure 10",
            "Degrees that Adaptive selects at 60 queries per second",
            List.of(
                Panel.ofBars(
                    "Requests by degree",
                    Stream.concat(
                            bar(letter, "load is who waits"),
                            bar(inSystem, "load is all in the system"))
                        .toList()))),
        new PaperFigure(
            "Table 1",
            "CPU utilization",
            List.of(
                Panel.of(
                    "All cores",
                    RATE,
                    "utilization, %",
                    letter.curves(FIXED, run -> 100 * run.utilisation())))),
        new PaperFigure(
            "Figure 12",
            "Load that changes from 30 to 60 and back to 30 queries per second",
            List.of(
                Panel.of(
                    "Mean of the last 30 s",
                    "seconds",
                    MEAN,
                    Stream.of(SEQUENTIAL, ADAPTIVE, ADAPTIVE + ", load in system")
                        .map(changing::curve)
                        .filter(curve -> !curve.points().isEmpty())
                        .toList()))),
        new PaperFigure(
            "Figure 13", "Binary and linear schemes; load is who waits", latencies(letter, OTHERS)),
        new PaperFigure(
            "Figure 13, load in system",
            "The same if the load is all other requests, running ones too",
            latencies(inSystem, OTHERS)),
        new PaperFigure(
            "Beyond the paper",
            "tail-index on the same requests",
            latencies(letter, List.of(SEQUENTIAL, "fixed-2", "fixed-3", ADAPTIVE, "tail-index"))));
  }

  private static Stream<Bar> bar(Measurements measured, String name) {
    return measured.bar(name, ADAPTIVE, 60, AdaptiveBingClaims::selected);
  }

  private static List<Panel> latencies(Measurements measured, List<String> policies) {
    return List.of(
        Panel.of("(a) Mean", RATE, MEAN, measured.curves(policies, run -> run.latency().meanMs()))
            .upTo(TOP_MEAN_MS),
        Panel.of(
                "(b) 95th percentile",
                RATE,
                P95,
                measured.curves(policies, run -> run.latency().p95Ms()))
            .upTo(TOP_P95_MS));
  }
}
