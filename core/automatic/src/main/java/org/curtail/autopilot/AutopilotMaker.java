package org.curtail.autopilot;

import java.io.IOException;
import java.io.StringReader;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.automatic.Pilot;
import org.curtail.automatic.PilotKnowledge;
import org.curtail.automatic.PilotSetting;
import org.curtail.automatic.choose.Candidates;
import org.curtail.automatic.choose.Goal;
import org.curtail.runtime.Autopilot;

/** Factory of the autopilots of {@link org.curtail.runtime.Curtail#automatic}. Stateless. */
public final class AutopilotMaker implements Autopilot.Maker {
  /** Profile for the baseline's candidate, which ignores it. */
  private static final Profile NO_PROFILE = Profile.of("none", new double[][] {{1}});

  private static final int DECISIONS_KEPT = 1024;

  /** For {@link java.util.ServiceLoader}. */
  public AutopilotMaker() {}

  @Override
  public Autopilot autopilotFor(Autopilot.Wanted wanted) {
    Goal goal = goal(wanted);
    PilotSetting byDefault = PilotSetting.of(wanted.cores());
    PilotSetting setting =
        byDefault
            .servingAtMost(wanted.mostServed())
            .upToDegree(Math.min(byDefault.maxDegree(), wanted.mostDegree()))
            .aimingAt(goal)
            .withBaseline(Candidates.baseline(NO_PROFILE, goal).policy())
            .seeded(wanted.seed());
    PilotKnowledge known =
        wanted.knowledge().map(text -> known(text, wanted, setting)).orElse(PilotKnowledge.NOTHING);
    var pilot = new Pilot(setting, known);
    return new EnginePilot(
        pilot,
        new PilotLog(pilot, known.map().isPresent(), DECISIONS_KEPT),
        setting,
        wanted,
        threads(setting, wanted.mostThreads()));
  }

  private static Goal goal(Autopilot.Wanted wanted) {
    Goal goal =
        wanted.targetNanos().isPresent()
            ? Goal.target(wanted.percentile(), Duration.ofNanos(wanted.targetNanos().getAsLong()))
            : Goal.minimise(wanted.percentile());
    return wanted.mostThreads() == Policy.UNLIMITED
        ? goal
        : goal.atMostThreads(wanted.mostThreads());
  }

  /**
   * Returns the threads of the candidate that needs most: a table lets two requests per core grow.
   */
  private static int threads(PilotSetting setting, int most) {
    return Math.min(most, 2 * setting.cores() * setting.maxDegree());
  }

  /**
   * Reads earlier knowledge. From other cores it keeps the demand, but not the plan. A plan of an
   * earlier version may contain a policy that queues requests; no present plan does.
   */
  private static PilotKnowledge known(String text, Autopilot.Wanted wanted, PilotSetting setting) {
    AutomaticJson.Saved saved;
    try {
      saved = AutomaticJson.read(new StringReader(text), wanted.knowledgeName());
    } catch (IOException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    PilotKnowledge knowledge = saved.knowledge();
    boolean goesTooFar =
        knowledge.profile().stream().anyMatch(known -> known.maxDegree() > wanted.mostDegree());
    boolean queues =
        knowledge.map().stream()
            .flatMap(map -> map.entries().stream())
            .map(entry -> entry.candidate().policy())
            .anyMatch(policy ->
                policy.threads(wanted.cores()) != Policy.UNLIMITED
                    && !policy.traits().preemption().isUsed());
    if (saved.cores() != wanted.cores() || knowledge.map().isEmpty() || goesTooFar || queues) {
      return new PilotKnowledge(
          knowledge.profile().map(profile -> cut(profile, setting.maxDegree())),
          Optional.empty(),
          List.of());
    }
    return new PilotKnowledge(
        knowledge.profile(),
        Optional.of(
            knowledge
                .map()
                .get()
                .madeFrom(
                    knowledge.profile().orElseThrow(), UnaryOperator.identity(), setting.goal())),
        knowledge.verdicts());
  }

  /** Returns the profile without degrees beyond the limit. */
  private static Profile cut(Profile profile, int mostDegree) {
    if (profile.maxDegree() <= mostDegree) {
      return profile;
    }
    var timesMs = new double[profile.requests()][mostDegree];
    var weights = new double[profile.requests()];
    for (int request = 0; request < timesMs.length; request++) {
      weights[request] = profile.weight(request);
      for (int degree = 1; degree <= mostDegree; degree++) {
        timesMs[request][degree - 1] = profile.timeMs(request, degree);
      }
    }
    return Profile.weighted(profile.source(), timesMs, weights);
  }
}
