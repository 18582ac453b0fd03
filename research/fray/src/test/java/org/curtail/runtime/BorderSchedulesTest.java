package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;
import org.curtail.Traits;
import org.curtail.fray.Schedules;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.policy.Sharing;
import org.curtail.runtime.ServedEngine.End;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** At borders requests gain and lose threads, are preempted and resumed, and change policies. */
@ExtendWith(Schedules.class)
class BorderSchedulesTest {
  /** About one step of the virtual clock, so that each border may end a turn. */
  private static final Duration TURN = Duration.ofNanos(100_000);

  /** One and two threads alternately, at each border. */
  private record UpAndDown(long everyNanos) implements Policy {
    @Override
    public Decision decide(Progress running, Load load) {
      long step = running.executionNanos() / everyNanos;
      return new Decision(step % 2 == 0 ? 2 : 1, (step + 1) * everyNanos);
    }

    @Override
    public Traits traits() {
      return Traits.NONE.malleable(true);
    }

    @Override
    public int maxDegree() {
      return 2;
    }

    @Override
    public int threads(int cores) {
      return 2;
    }
  }

  @Test
  void turnsEndAndComeAgain() throws Exception {
    var engine =
        new ServedEngine(Curtail.with(new Sharing(new Sequential(), TURN)).cores(1).threads(1));
    engine.submitter();
    engine.submitter();
    assertThat(engine.submitted()).isEqualTo(End.SERVED);
    engine.end();
  }

  @Test
  void callersWaitForTheirTurns() throws Exception {
    var engine =
        new ServedEngine(Curtail.with(new Sharing(new Sequential(), TURN)).cores(1).threads(1));
    engine.submitter();
    engine.user(engine::ran);
    assertThat(engine.ran()).isEqualTo(End.SERVED);
    engine.end();
  }

  @Test
  void requestsOfTwoThreadsShareBySlices() throws Exception {
    var engine =
        new ServedEngine(Curtail.with(new Sharing(new FixedDegree(2), TURN)).cores(2).threads(2));
    engine.submitter();
    engine.submitter();
    assertThat(engine.ran()).isEqualTo(End.SERVED);
    engine.end();
  }

  @Test
  void threadsComeAndGo() throws Exception {
    var engine = new ServedEngine(Curtail.with(new UpAndDown(60_000)).cores(2).threads(2));
    engine.submitter();
    assertThat(engine.ran()).isEqualTo(End.SERVED);
    engine.end();
  }

  @Test
  void anotherPolicyServesWhoeverRunsAndWhoeverWaits() throws Exception {
    var engine =
        new ServedEngine(Curtail.with(new Sharing(new Sequential(), TURN)).cores(1).threads(2));
    engine.submitter();
    engine.user(engine::ran);
    engine.curtail.policy(new FixedDegree(2));
    assertThat(engine.submitted()).isEqualTo(End.SERVED);
    engine.end();
  }

  @Test
  void policiesThatAreReplacedByTwoThreadsServeAll() throws Exception {
    var engine = new ServedEngine(Curtail.with(new FixedDegree(2)).cores(1).threads(2));
    var isReplaced = new AtomicBoolean();
    engine.user(() -> {
      engine.curtail.policy(new Sharing(new Sequential(), TURN));
      isReplaced.set(true);
    });
    engine.submitter();
    engine.curtail.policy(new Sequential());
    assertThat(engine.ran()).isEqualTo(End.SERVED);
    engine.end();
    assertThat(isReplaced).isTrue();
    assertThat(engine.curtail.policy()).isIn(new Sequential(), new Sharing(new Sequential(), TURN));
  }
}
