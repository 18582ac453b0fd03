package org.curtail.app.reproduce;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.app.results.PaperFigure;
import org.curtail.app.results.PaperFigure.Panel;
import org.curtail.app.results.Run;
import org.curtail.app.simulate.SimulationSetting.NamedPolicy;
import org.curtail.plan.PlanGoal;
import org.curtail.plan.TablePlanner;
import org.curtail.policy.Policies;
import org.curtail.sim.Machine;
import org.curtail.sim.SyntheticProfiles;

/** Lucene on 15 cores, as in the Few-to-Many paper. */
final class FewToManyLucene implements Experiment {
  @Override
  public String name() {
    return "few-to-many-lucene";
  }

  @Override
  public String title() {
    return "Few-to-Many parallelism (Haque et al., ASPLOS 2015), Lucene: Figures 3, 4, 8, 9, 10, 11.";
  }

  @Override
  public Findings run(Lab lab) throws InterruptedException {
    Profile profile = SyntheticProfiles.named(name());
    IntervalTable table =
        TablePlanner.plan(profile, new PlanGoal(15, 24, 4, PlanGoal.degreesTo(4), 99, 5, 30));
    var from = new Policies.Ingredients(Optional.of(profile), Optional.of(table));
    var policies = new ArrayList<NamedPolicy>();
    for (String name : List.of("sequential", "fixed-2", "fixed-4", "adaptive", "few-to-many")) {
      policies.add(new NamedPolicy(name, Policies.named(name, from)));
    }
    Measurements measured =
        lab.measure(
                List.of(
                    new Scenario(
                        "Lucene",
                        "as in the paper",
                        profile,
                        Machine.ofCores(15),
                        policies,
                        List.of(30.0, 36.0, 40.0, 43.0, 48.0))))
            .getFirst();
    var claims = new Claims();
    claims.below("Figure 8", measured, Claims.Statistic.P99, "few-to-many", "fixed-2", 40, 33, "");
    return new Findings(
        measured,
        List.of(),
        List.of(
            new PaperFigure(
                "Figure 3",
                "Fixed parallelism",
                List.of(
                    Panel.of(
                        "99th percentile",
                        "requests per second",
                        "p99 latency, ms",
                        List.of(
                            measured.curve("sequential", Run::p99Ms),
                            measured.curve("fixed-4", Run::p99Ms)))))),
        claims.all(),
        table,
        new LinkedHashMap<>(Map.of("machine", "ideal")));
  }
}
