package org.curtail.policy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.IntervalTable;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;

/**
 * Few-to-Many incremental parallelism (Haque, Eom, He, Elnikety, Bianchini, McKinley, ASPLOS'15,
 * section 4.2). A request starts on few threads, when its row of the interval table allows it, and
 * gains threads as it runs. Each question reads the row of the present load, so one request may
 * read several rows. A request keeps the degree that it has reached.
 *
 * <p>If a request is admitted as soon as its row allows, the times of the row count from its
 * arrival. But a request may start later, because it waited for a thread or for the exit of another
 * request. Then it has executed for less than its age. So a degree begins at an execution time: the
 * start in the row minus the admission delay of the row ("each entry specifies execution thus far",
 * Table 2). While requests wait for exits, a request starts sequentially, however long it has
 * waited ({@code e1, d1}).
 *
 * <p>There is one difference from the table, except with {@link #literal}: no request waits while a
 * core is idle. The table's admission delay comes from a formula of averages. If the delay were
 * always kept, cores would be idle while fewer threads run than on average. But the paper wants
 * neither idle cores nor more threads than cores (section 4). The difference matters most with few
 * cores. With many cores, a delay comes only at loads with more threads than cores.
 */
public final class FewToMany implements Policy {
  private final IntervalTable table;

  private final boolean isLiteral;

  private final int[] loads;

  /** The rows in nanoseconds; row i is for the loads up to {@code loads[i]}. */
  private final List<Row> rows;

  private record Row(Admission untilAdmitted, long admissionNanos, List<Step> steps) {}

  /**
   * The degree from this execution time until the next step. A request that already has a greater
   * degree keeps it. All decisions are made beforehand, one for each degree.
   */
  private record Step(long fromNanos, int degree, List<Decision> decisions) {}

  /** Starts a request without its table's delay while a core is idle. */
  public FewToMany(IntervalTable table) {
    this(table, false);
  }

  private FewToMany(IntervalTable table, boolean isLiteral) {
    this.table = table;
    this.isLiteral = isLiteral;
    this.loads = table.rows().stream().mapToInt(IntervalTable.Row::load).toArray();
    this.rows = table.rows().stream().map(row -> compile(row, table.maxDegree())).toList();
  }

  /**
   * Returns the policy exactly as in the paper: requests wait for the table's delays and exits even
   * while cores are idle.
   */
  public static FewToMany literal(IntervalTable table) {
    return new FewToMany(table, true);
  }

  /** True if a request may have to wait while a core is idle: see {@link #literal}. */
  public boolean isLiteral() {
    return isLiteral;
  }

  /** The table that decides. */
  public IntervalTable table() {
    return table;
  }

  private static Row compile(IntervalTable.Row row, int maxDegree) {
    long admissionNanos = nanos(row.startMs(1));
    Admission untilAdmitted =
        admissionNanos > 0 ? Admission.waitUntil(admissionNanos) : Admission.START;
    var steps = new ArrayList<Step>();
    int granted = maxDegree;
    while (granted > 1 && !row.grants(granted)) {
      granted--;
    }
    int degree = 1;
    while (degree <= granted) {
      long fromNanos = nanos(row.startMs(degree)) - admissionNanos;
      // Degrees that begin together are one step, to the greatest of them.
      while (degree < granted && nanos(row.startMs(degree + 1)) - admissionNanos <= fromNanos) {
        degree++;
      }
      long nextNanos =
          degree < granted ? nanos(row.startMs(degree + 1)) - admissionNanos : Decision.NEVER;
      steps.add(
          new Step(
              fromNanos,
              degree,
              IntStream.rangeClosed(1, maxDegree)
                  .mapToObj(each -> new Decision(each, nextNanos))
                  .toList()));
      degree++;
    }
    return new Row(untilAdmitted, admissionNanos, List.copyOf(steps));
  }

  private static long nanos(double millis) {
    return Math.round(millis * 1e6);
  }

  private Row row(int load) {
    int found = Arrays.binarySearch(loads, load);
    return rows.get(Math.min(found >= 0 ? found : -found - 1, rows.size() - 1));
  }

  @Override
  public Admission admit(Progress waiting, Load load) {
    if (!isLiteral && load.threads() < load.cores()) {
      return Admission.START;
    }
    if (load.requests() > table.waitForExitAbove()) {
      return Admission.WAIT_FOR_EXIT;
    }
    Row row = row(load.requests());
    return waiting.ageNanos() >= row.admissionNanos ? Admission.START : row.untilAdmitted;
  }

  /**
   * Passes on the values of its arguments only, so that the JVM need not allocate these objects.
   */
  @Override
  public Decision decide(Progress running, Load load) {
    return decision(running.executionNanos(), running.decidedDegree(), load.requests());
  }

  private Decision decision(long executionNanos, int reachedDegree, int requests) {
    List<Step> steps = row(requests).steps;
    int last = 0;
    while (last + 1 < steps.size() && steps.get(last + 1).fromNanos <= executionNanos) {
      last++;
    }
    Step step = steps.get(last);
    boolean waitsForExit = last == 0 && requests > table.waitForExitAbove();
    int degree = Math.max(waitsForExit ? 1 : step.degree, reachedDegree);
    return step.decisions.get(Math.min(degree, table.maxDegree()) - 1);
  }

  @Override
  public int maxDegree() {
    return table.maxDegree();
  }

  /**
   * Returns the most threads that the table can ask for at once. The table admits as many requests
   * as the target parallelism, each with at most the maximum degree. The target parallelism is an
   * average (Figure 6, equation 3), which the table's times keep. With a limit at that average, new
   * requests would wait while older ones have many threads. A table without exits admits all
   * requests, and they share the cores as under {@link Sequential}.
   */
  @Override
  public int threads(int cores) {
    if (!table.hasExit()) {
      return UNLIMITED;
    }
    long most = (long) table.targetParallelism() * table.maxDegree();
    return (int) Math.min(most, UNLIMITED - 1);
  }

  @Override
  public OptionalInt plannedCores() {
    return OptionalInt.of(table.cores());
  }

  @Override
  public String toString() {
    return "FewToMany[at most %d threads, %s%s]"
        .formatted(
            table.maxDegree(),
            table.hasExit() ? "target parallelism " + table.targetParallelism() : "nobody waits",
            isLiteral ? ", literal" : "");
  }

  @Override
  public String description() {
    return "1 to %d threads a request, more as it runs and fewer while others run, by an interval table for %d cores"
        .formatted(table.maxDegree(), table.cores());
  }
}
