package org.curtail.papers.automatic;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.curtail.Profile;
import org.curtail.benchkit.policyruns.Workers;
import org.curtail.benchkit.terminal.Console;
import org.curtail.papers.automatic.AutomaticSetting.Demand;
import org.curtail.papers.automatic.AutomaticSetting.Part;

/** Measures all points, on all cores of this machine. The results depend only on the setting. */
final class AutomaticRuns {
  private final AutomaticSetting setting;
  private final Plans plans;
  private final Map<Service, Hindsight> hindsights = new ConcurrentHashMap<>();

  private record Service(Demand demand, int cores) {}

  /**
   * The finished points, each part in the order of the setting.
   *
   * @param wanted number of points to measure
   */
  record Measured(
      List<SteadyPoint> steady,
      List<ChangingPoint> changing,
      List<DriftPoint> drifts,
      List<UnchangedTraffic> unchanged,
      int wanted) {
    /** Points of all parts. */
    int finished() {
      return steady.size() + changing.size() + drifts.size() + unchanged.size();
    }

    boolean isComplete() {
      return finished() == wanted;
    }
  }

  private AutomaticRuns(AutomaticSetting setting, Plans plans) {
    this.setting = setting;
    this.plans = plans;
  }

  /**
   * Measures all points, or those finished before the user stopped the work.
   *
   * @param soFar gets all finished points after each new point except the last
   */
  static Measured measure(
      AutomaticSetting setting, Plans plans, Console console, Consumer<Measured> soFar)
      throws InterruptedException {
    var runs = new AutomaticRuns(setting, plans);
    try (var workers = new Workers()) {
      var points =
          new Points(
              begin(workers, runs.steady()),
              begin(workers, runs.changing()),
              begin(workers, runs.drifts()),
              begin(workers, runs.unchanged()));
      var told = new AtomicInteger();
      Workers.await(
          points.all(),
          (done, of) -> {
            Measured now = points.finished();
            if (now.finished() > told.get() && !now.isComplete()) {
              told.set(now.finished());
              soFar.accept(now);
            }
            console.progress("automatic: %d of %d points done".formatted(now.finished(), of));
          });
      return points.finished();
    }
  }

  /** Points to measure, each part in the order of the setting. */
  private record Points(
      List<Future<SteadyPoint>> steady,
      List<Future<ChangingPoint>> changing,
      List<Future<DriftPoint>> drifts,
      List<Future<UnchangedTraffic>> unchanged) {
    List<Future<?>> all() {
      return Stream.<List<? extends Future<?>>>of(steady, changing, drifts, unchanged)
          .<Future<?>>flatMap(List::stream)
          .toList();
    }

    Measured finished() {
      return new Measured(of(steady), of(changing), of(drifts), of(unchanged), all().size());
    }

    private static <T> List<T> of(List<Future<T>> tasks) {
      return tasks.stream().filter(Workers::isFinished).map(Future::resultNow).toList();
    }
  }

  /** A point to measure, and its expected time relative to others. */
  private record Task<T>(double effort, Callable<T> work) {}

  /** Orders the longest first, so that all cores end at about the same time. */
  private static <T> List<Future<T>> begin(Workers workers, List<Task<T>> tasks) {
    var begun = new LinkedHashMap<Task<T>, Future<T>>();
    tasks.stream()
        .sorted(Comparator.comparingDouble((Task<T> task) -> task.effort()).reversed())
        .forEach(task -> begun.put(task, workers.submit(task.work())));
    return tasks.stream().map(begun::get).<Future<T>>map(Objects::requireNonNull).toList();
  }

  private List<Task<SteadyPoint>> steady() {
    var tasks = new ArrayList<Task<SteadyPoint>>();
    if (setting.parts().contains(Part.STEADY)) {
      for (Demand demand : setting.demands()) {
        for (int cores : setting.cores()) {
          for (double load : setting.loads()) {
            tasks.add(
                new Task<>(
                    cores * (1 + load),
                    () ->
                        SteadyPoint.measure(
                            setting, demand, cores, load, hindsight(demand, cores), plans)));
          }
        }
      }
    }
    return tasks;
  }

  private List<Task<ChangingPoint>> changing() {
    var tasks = new ArrayList<Task<ChangingPoint>>();
    if (setting.parts().contains(Part.CHANGING)) {
      Demand demand = setting.demands().getFirst();
      int cores = setting.changingCores();
      for (LoadShape shape : setting.size().shapes()) {
        tasks.add(
            new Task<>(
                shape.meanLoad(),
                () ->
                    ChangingPoint.measure(
                        setting, demand, cores, shape, hindsight(demand, cores), plans)));
      }
    }
    return tasks;
  }

  private List<Task<DriftPoint>> drifts() {
    var tasks = new ArrayList<Task<DriftPoint>>();
    if (setting.parts().contains(Part.DRIFT)) {
      Demand demand = setting.demands().getFirst();
      int cores = setting.changingCores();
      for (DriftKind kind : setting.size().kinds()) {
        tasks.add(
            new Task<>(
                kind == DriftKind.NONE ? 0 : 1,
                () -> DriftPoint.measure(setting, demand, cores, kind, plans)));
      }
    }
    return tasks;
  }

  /** Returns the runs, a day each. */
  private List<Task<UnchangedTraffic>> unchanged() {
    var tasks = new ArrayList<Task<UnchangedTraffic>>();
    Profile profile = setting.demands().getFirst().profile();
    int cores = setting.changingCores();
    if (setting.parts().contains(Part.DRIFT) && Math.min(cores, profile.maxDegree()) > 1) {
      for (int day = 0; day < setting.size().days(); day++) {
        long seed = setting.seed() + day;
        tasks.add(new Task<>(0, () -> UnchangedTraffic.ofDay(profile, cores, seed)));
      }
    }
    return tasks;
  }

  private Hindsight hindsight(Demand demand, int cores) {
    return hindsights.computeIfAbsent(
        new Service(demand, cores), service -> Hindsight.of(demand.profile(), cores));
  }
}
