package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.curtail.sim.Costs;
import org.curtail.sim.SimulationResult;
import org.curtail.testkit.Cases;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the simulator and the engine on the same requests, for every policy. Both call the
 * policy at the same moments, and serve the same requests with the same threads.
 *
 * <p>Threads compute chunks, and requests end early ({@link Costs#speculation}), as in the engine:
 * one thread of a request finds first that no work remains.
 *
 * <p>For malleable policies, a run is compared until several requests at a border at the same
 * moment need a decision. The simulator then makes all decisions before threads move. The engine
 * makes one after the other, like threads without a common clock. With other policies there is no
 * difference.
 */
class ParityTest {
  private static final int CASES = Cases.count(6, 12);

  static Stream<String> policies() {
    return ParityCase.patterns();
  }

  @ParameterizedTest
  @MethodSource("policies")
  void simulatorAndEngineDecideTheSame(String pattern) {
    var compared = new AtomicInteger();
    var simulatedMoments = new AtomicInteger();
    var preemptions = new AtomicInteger();
    var preempts = new AtomicBoolean();
    Cases.random(
        1,
        CASES,
        random -> {
          ParityCase given = ParityCase.draw(pattern, random);
          preempts.set(given.policy().traits().preemption().isUsed());
          var recording = new RecordingPolicy(given.policy());
          var simulated = new DecisionTrace(recording, given.trace());
          SimulationResult outcome = given.simulate(simulated, recording);
          TimedEngine engine = given.engine(random);
          DecisionTrace enforced = engine.run();
          long untilNanos =
              given.policy().traits().isMalleable() ? engine.tieNanos() : Long.MAX_VALUE;
          DecisionTrace comparable = simulated.before(untilNanos);
          assertThat(comparable.difference(enforced.before(untilNanos)))
              .as("%s on %d cores, simulator against engine", given.name(), given.machine().cores())
              .isEmpty();
          if (untilNanos == Long.MAX_VALUE) {
            ParityCase.checkTimes(outcome, engine);
          }
          compared.addAndGet(comparable.moments().size());
          preemptions.addAndGet(engine.preemptions());
          simulatedMoments.addAndGet(simulated.moments().size());
        });
    assertThat(compared.get()).isGreaterThan(simulatedMoments.get() / 2);
    assertThat(simulatedMoments.get()).isGreaterThan(CASES * ParityCase.FEWEST_REQUESTS);
    assertThat(preemptions.get() > 0)
        .as("%d times set aside", preemptions.get())
        .isEqualTo(preempts.get());
  }
}
