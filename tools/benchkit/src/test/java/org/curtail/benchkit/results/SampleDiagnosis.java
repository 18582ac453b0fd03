package org.curtail.benchkit.results;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.curtail.benchkit.results.Diagnosed.Advised;
import org.curtail.benchkit.results.Diagnosed.Count;
import org.curtail.benchkit.results.Diagnosed.Group;
import org.curtail.benchkit.results.Diagnosed.Helper;
import org.curtail.benchkit.results.Diagnosed.Signal;
import org.curtail.benchkit.results.Diagnosed.SlowRequest;
import org.curtail.benchkit.results.Diagnosed.Span;
import org.curtail.benchkit.results.Diagnosed.Step;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.diagnose.Cause;

/** Results of a diagnosis that look like real ones. The numbers are made up. */
public final class SampleDiagnosis {
  private SampleDiagnosis() {}

  /** Times by cause: some work, the rest of another cause. */
  private static List<Double> ms(double workMs, Cause other, double otherMs) {
    return Arrays.stream(Cause.values())
        .map(cause -> (cause == Cause.WORK ? workMs : 0) + (cause == other ? otherMs : 0))
        .toList();
  }

  /** Results with all parts of a diagnosis. */
  public static Results results() {
    List<Group> groups =
        IntStream.range(0, 10)
            .mapToObj(i ->
                new Group(
                    "p%d to p%d".formatted(10 * i, 10 * i + 10),
                    100,
                    10 + i * i,
                    ms(10, Cause.RUN_QUEUE, i * i)))
            .toList();
    List<Step> steps =
        IntStream.rangeClosed(1, 100)
            .mapToObj(i -> new Step(i, 10 + i, ms(10, Cause.ADMISSION, i)))
            .toList();
    var slow =
        new SlowRequest(
            17,
            "query <3>",
            90,
            Cause.RUN_QUEUE.title(),
            Cause.WORK.title(),
            true,
            List.of(
                new Span("queue", 0, 5, ms(0, Cause.ADMISSION, 5)),
                new Span("curtail & 0", 5, 90, ms(20, Cause.RUN_QUEUE, 65))),
            List.of(new Helper("curtail-1", 8, 20)));
    var diagnosed =
        new Diagnosed(
            1000,
            Arrays.stream(Cause.values()).map(Cause::title).toList(),
            List.of(
                new Group("p50", 20, 20, ms(10, Cause.RUN_QUEUE, 10)),
                new Group("p99", 20, 80, ms(10, Cause.ADMISSION, 70))),
            groups,
            List.of(new Group("query <3>", 12, 44, ms(4, Cause.RUN_QUEUE, 40))),
            steps,
            List.of(
                slow,
                new SlowRequest(
                    18,
                    "query 4",
                    80,
                    null,
                    null,
                    false,
                    List.of(new Span("curtail-0", 0, 80, ms(80, Cause.REST, 0))),
                    List.of())),
            List.of(new Count(Cause.RUN_QUEUE.title(), 8), new Count(Cause.WORK.title(), 2)),
            List.of(
                new Advised(Cause.RUN_QUEUE.title(), 0.7, "use fewer threads", 1.6, "at most"),
                new Advised(Cause.REST.title(), 0.1, "look closer", null, "not predicted")),
            List.of(
                new Signal("CPU time", true, "ThreadMXBean"),
                new Signal("run-queue delay", false, "/proc/thread-self/schedstat is not there")),
            new Observing(
                new Observing.Looks(10_000.0, 5_000, 4_900, 900, 0.04, 0.05, 0.93, 2, 0.01),
                new Observing.Cost(
                    10,
                    new Ratio(1.01, 0.99, 1.03),
                    new Ratio(1, 0.97, 1.04),
                    new Ratio(1.02, 0.9, 1.15)),
                new Observing.Faults(0.7, 23),
                List.of(
                    new Observing.Check(1_000, 950, 3_800, 0.97, 0.01, 3, 0),
                    new Observing.Check(100_000, 88_000, 176_000, 0.98, 0.01, 40, 1))),
            new Injected(
                42,
                900,
                List.of(
                    new Injected.Kind(
                        "cpu-hog",
                        Cause.RUN_QUEUE.title(),
                        20,
                        1,
                        19,
                        18,
                        0.75,
                        0,
                        3,
                        19,
                        55.0,
                        0.04),
                    new Injected.Kind(
                        "lock", Cause.BLOCKED.title(), 0, null, 0, 0, null, 0, 0, 0, null, null)),
                List.of(Cause.RUN_QUEUE.title(), Cause.WORK.title()),
                List.of(
                    new Injected.Row("cpu-hog", List.of(18, 1), 0),
                    new Injected.Row("nothing", List.of(3, 20), 22))));
    return new Results(
            "diagnose",
            1,
            2,
            "./curtail diagnose --index wiki",
            Map.of("policy", "sequential"),
            null,
            null,
            new Noise(0.1, 2, 8, 3, 12, 0.1, 0, 0, 0, 0),
            List.of(),
            new Verdict("The slowest 1 % of 1,000 requests took 90 ms.", List.of("A detail.")))
        .with()
        .tables(
            List.of(
                new NumberTable(
                    "Methods",
                    "",
                    "method",
                    List.of("slow, %"),
                    List.of(new NumberTable.Line("a.B.c", List.of(12.0))))))
        .diagnosis(diagnosed)
        .results();
  }
}
