package org.curtail.papers.automatic;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.curtail.Profile;
import org.curtail.automatic.PilotEvent;
import org.curtail.benchkit.policyruns.Rate;
import org.curtail.benchkit.results.GridPoint;
import org.curtail.benchkit.terminal.PolicyNames;
import org.curtail.papers.automatic.AutomaticSetting.Demand;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;

/**
 * A service under a steady load. Automatic serves it without earlier knowledge.
 *
 * @param point figures of all policies in the second half
 * @param comparison comparison with the best and with sequential
 * @param falseAlarms number of changes that automatic noticed, though there were none
 * @param days total length of all runs
 * @param plans mean number of plans
 * @param fallBacks mean number of returns to the baseline
 */
record SteadyPoint(
    GridPoint point,
    Comparison comparison,
    int falseAlarms,
    double days,
    double plans,
    double fallBacks) {
  /** Name of the best policy of each point, as if it were one policy. */
  static final String BEST = "best with hindsight";

  private static final int MOST_SCREENED = 12_000;
  private static final int FINALISTS = 3;

  /** Returns the name of the place: {@code 15 cores, load 0.5}. */
  String place() {
    return Words.cores(point.cores()) + ", load " + Words.load(point.load());
  }

  /** Measures a point. */
  static SteadyPoint measure(
      AutomaticSetting setting,
      Demand demand,
      int cores,
      double load,
      Hindsight hindsight,
      Plans plans) {
    double perSecond = load * Rate.capacity(demand.profile(), cores);
    List<Trace> traces =
        setting.seeds().stream()
            .map(seed ->
                Traces.draw(
                    new PoissonArrivals(perSecond),
                    demand.profile(),
                    requests(setting, perSecond),
                    seed))
            .toList();
    Map<String, List<Served>> served =
        fixed(hindsight, demand.profile(), cores, traces, MOST_SCREENED);
    List<LearningRun> runs = learning(setting, demand.profile(), cores, traces, plans);
    List<Served> automatic = runs.stream().map(LearningRun::served).toList();
    var windows = new Windows(traces.getFirst().size(), Comparison.WINDOWS);
    String best = Hindsight.best(windows, served, Comparison.WINDOWS / 2);
    var clock = new Clock(traces);
    return new SteadyPoint(
        new GridPoint(
            demand.name(),
            Words.OWN,
            cores,
            load,
            perSecond,
            List.of(
                Comparison.figures(Hindsight.SEQUENTIAL, of(served, Hindsight.SEQUENTIAL)),
                Comparison.figures(Hindsight.USUAL, of(served, Hindsight.USUAL)),
                Comparison.figures(BEST, of(served, best)),
                Comparison.figures(PolicyNames.AUTOMATIC, automatic))),
        Comparison.of(
            automatic,
            of(served, Hindsight.SEQUENTIAL),
            best,
            of(served, best),
            clock,
            setting.seed()),
        runs.stream().mapToInt(run -> run.count(PilotEvent.Drifted.class)).sum(),
        clock.days(),
        mean(runs, PilotEvent.Planned.class),
        mean(runs, PilotEvent.FellBack.class));
  }

  private static int requests(AutomaticSetting setting, double perSecond) {
    return (int) Math.max(setting.requests(), Math.ceil(perSecond * setting.seconds()));
  }

  private static double mean(List<LearningRun> runs, Class<? extends PilotEvent> kind) {
    return runs.stream().mapToInt(run -> run.count(kind)).average().orElseThrow();
  }

  static List<Served> of(Map<String, List<Served>> served, String name) {
    return Objects.requireNonNull(served.get(name), name);
  }

  /** Runs automatic on each trace, each time with its own seed. */
  static List<LearningRun> learning(
      AutomaticSetting setting, Profile profile, int cores, List<Trace> traces, Plans plans) {
    var runs = new ArrayList<LearningRun>();
    for (int i = 0; i < traces.size(); i++) {
      runs.add(LearningRun.of(profile, cores, traces.get(i), setting.seeds().get(i), plans));
    }
    return runs;
  }

  /**
   * Runs the fixed policies that may be the best, on all traces.
   *
   * @param screened most requests of the run that chooses these policies
   */
  static Map<String, List<Served>> fixed(
      Hindsight hindsight, Profile profile, int cores, List<Trace> traces, int screened) {
    Trace first = traces.getFirst();
    int from = Math.max(first.size() / 2, first.size() - screened);
    List<String> names = hindsight.promising(profile, cores, first.from(from), FINALISTS);
    var served = new LinkedHashMap<String, List<Served>>();
    for (String name : names) {
      served.put(
          name,
          traces.stream()
              .map(trace -> Served.by(hindsight.policy(name), profile, cores, trace))
              .toList());
    }
    return served;
  }
}
