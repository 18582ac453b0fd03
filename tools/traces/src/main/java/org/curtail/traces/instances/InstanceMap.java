package org.curtail.traces.instances;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.curtail.Percentile;
import org.curtail.traces.Trace;
import org.curtail.traces.workflow.CallVisit;
import org.curtail.traces.workflow.StageName;
import org.curtail.traces.workflow.StageVisit;
import org.jspecify.annotations.Nullable;

/**
 * Instances of services by time. A visit is slow if its own time is beyond the 95th percentile of
 * its stage. The share of slow visits of an instance is compared with that of the other instances
 * of its service in the same slots of time.
 *
 * <p>Visits to a slot are not independent, since they share queues. So deviations are divided by
 * their usual size, which comes from the median deviation of all instances and slots.
 *
 * @param startNanos begin of the first slot, since the zero of the recording's clock
 * @param slotNanos length of a slot
 * @param instances flaky instances first, then by share of slow visits
 */
public record InstanceMap(long startNanos, long slotNanos, List<InstanceVisits> instances) {
  /** Percentile of a stage's own times from which a visit is slow. */
  public static final double SLOW_FROM = 95;

  /** Most slots of time. */
  private static final int MOST_SLOTS = 60;

  /** Slow visits to expect of an instance in a slot, so that its count is nearly normal. */
  private static final double EXPECTED_SLOW = 5;

  /** Least share of slow visits of a flaky instance, times that of the others. */
  private static final double LEAST_RATIO = 1.5;

  /** The same in one slot, as there are more of them. */
  private static final double LEAST_SLOT_RATIO = 3;

  /** Ratio of the standard deviation to the median absolute deviation of a normal distribution. */
  private static final double OF_MEDIAN = 1.4826;

  private static final double INTERVAL = 1.96;

  public InstanceMap {
    instances = List.copyOf(instances);
  }

  private record Visit(String service, String instance, long startNanos, boolean isSlow) {}

  /** Returns the map of requests; without instances if their spans name none. */
  public static InstanceMap of(List<Trace> traces) {
    List<Visit> visits = visits(traces);
    Map<String, TreeMap<String, List<Visit>>> services = new TreeMap<>();
    for (Visit visit : visits) {
      services
          .computeIfAbsent(visit.service, none -> new TreeMap<>())
          .computeIfAbsent(visit.instance, none -> new ArrayList<>())
          .add(visit);
    }
    int number = services.values().stream().mapToInt(Map::size).sum();
    if (number == 0) {
      return new InstanceMap(0, 1, List.of());
    }
    int slots =
        Math.clamp(
            (long) (visits.size() * (1 - SLOW_FROM / 100) / EXPECTED_SLOW / number), 1, MOST_SLOTS);
    long start = visits.stream().mapToLong(Visit::startNanos).min().orElse(0);
    long end = visits.stream().mapToLong(Visit::startNanos).max().orElse(0);
    long slotNanos = (end - start) / slots + 1;
    var rows = new ArrayList<Row>();
    services.forEach((service, instances) -> {
      int[][] all = new int[2][slots];
      instances.forEach((instance, list) -> {
        var row = new Row(service, instance, new int[slots], new int[slots], all);
        list.forEach(
            visit -> row.add((int) ((visit.startNanos - start) / slotNanos), visit.isSlow));
        rows.add(row);
      });
    });
    double size = usualSize(rows);
    double ofRow = InstanceVisits.deviations(number);
    double ofSlot = InstanceVisits.deviations(number * slots);
    return new InstanceMap(
        start,
        slotNanos,
        rows.stream()
            .map(row -> row.found(size, ofRow, ofSlot))
            .sorted(
                Comparator.comparing((InstanceVisits row) -> !row.isFlaky())
                    .thenComparingDouble(row -> -row.share()))
            .toList());
  }

  private static List<Visit> visits(List<Trace> traces) {
    record Timed(StageName stage, String instance, long startNanos, double millis) {}
    var timed = new ArrayList<Timed>();
    Map<StageName, List<Double>> times = new HashMap<>();
    for (Trace trace : traces) {
      for (CallVisit visit : CallVisit.of(trace)) {
        String instance = trace.instance(visit.server());
        if (!instance.isEmpty()) {
          StageName stage = visit.called().stage();
          double millis = StageVisit.ownMillis(trace, visit.span());
          timed.add(new Timed(stage, instance, trace.startNanos(visit.span()), millis));
          times.computeIfAbsent(stage, none -> new ArrayList<>()).add(millis);
        }
      }
    }
    Map<StageName, Double> slowFrom = new HashMap<>();
    times.forEach((stage, millis) ->
        slowFrom.put(
            stage,
            Percentile.of(
                millis.stream().mapToDouble(Double::doubleValue).sorted().toArray(), SLOW_FROM)));
    return timed.stream()
        .map(visit ->
            new Visit(
                visit.stage.service(),
                visit.instance,
                visit.startNanos,
                visit.millis > slowFrom.getOrDefault(visit.stage, 0.0)))
        .toList();
  }

  /** Returns the usual size of standardized deviations, at least 1, as for independent visits. */
  private static double usualSize(List<Row> rows) {
    double[] sizes =
        rows.stream()
            .flatMapToDouble(
                row -> IntStream.range(0, row.visits.length).mapToDouble(row::deviation))
            .filter(deviation -> !Double.isNaN(deviation))
            .map(Math::abs)
            .sorted()
            .toArray();
    return sizes.length == 0 ? 1 : Math.max(1, OF_MEDIAN * Percentile.of(sizes, 50));
  }

  /**
   * Counts of an instance.
   *
   * @param all visits and slow visits of all instances of the service, by slot
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Row(String service, String instance, int[] visits, int[] slow, int[][] all) {
    void add(int slot, boolean isSlow) {
      visits[slot]++;
      all[0][slot]++;
      if (isSlow) {
        slow[slot]++;
        all[1][slot]++;
      }
    }

    private int others(int slot) {
      return all[0][slot] - visits[slot];
    }

    private double shareOfOthers(int slot) {
      return (double) (all[1][slot] - slow[slot]) / others(slot);
    }

    /** Variance of the difference of both shares, for independent visits of equal instances. */
    private double variance(int slot) {
      double pooled = (double) all[1][slot] / all[0][slot];
      return pooled * (1 - pooled) * (1.0 / visits[slot] + 1.0 / others(slot));
    }

    private boolean isComparable(int slot) {
      return visits[slot] > 0 && others(slot) > 0;
    }

    private double more(int slot) {
      return (double) slow[slot] / visits[slot] - shareOfOthers(slot);
    }

    /** Returns the standardized difference to the others; NaN if there is nothing to compare. */
    double deviation(int slot) {
      double variance = isComparable(slot) ? variance(slot) : 0;
      return variance == 0 ? Double.NaN : more(slot) / Math.sqrt(variance);
    }

    InstanceVisits found(double size, double ofRow, double ofSlot) {
      List<InstanceVisits.Slot> slots =
          IntStream.range(0, visits.length)
              .mapToObj(i ->
                  new InstanceVisits.Slot(
                      visits[i],
                      slow[i],
                      deviation(i) > ofSlot * size
                          && slow[i] >= LEAST_SLOT_RATIO * visits[i] * shareOfOthers(i)))
              .toList();
      return new InstanceVisits(service, instance, slots, excess(size, ofRow));
    }

    private InstanceVisits.@Nullable Excess excess(double size, double ofRow) {
      int[] compared = IntStream.range(0, visits.length).filter(this::isComparable).toArray();
      double weight = Arrays.stream(compared).mapToDouble(this::weight).sum();
      if (weight == 0) {
        return null;
      }
      double more = Arrays.stream(compared).mapToDouble(i -> weight(i) * more(i)).sum() / weight;
      double ofOthers =
          Arrays.stream(compared).mapToDouble(i -> weight(i) * shareOfOthers(i)).sum() / weight;
      double deviation =
          size
              * Math.sqrt(
                  Arrays.stream(compared)
                      .mapToDouble(i -> weight(i) * weight(i) * variance(i))
                      .sum())
              / weight;
      return new InstanceVisits.Excess(
          ofOthers,
          more,
          more - INTERVAL * deviation,
          more + INTERVAL * deviation,
          more > ofRow * deviation && ofOthers + more >= LEAST_RATIO * ofOthers);
    }

    /** Weight of a slot: greatest if both sides have many visits. */
    private double weight(int slot) {
      return (double) visits[slot] * others(slot) / all[0][slot];
    }
  }

  /** Returns the flaky instances. */
  public List<InstanceVisits> flaky() {
    return instances.stream().filter(InstanceVisits::isFlaky).toList();
  }
}
