package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;
import org.junit.jupiter.api.Test;

class AskedInThePastLiveTest {
  private static final Logger LOG = Logger.getLogger("org.curtail");

  /** Asks again at a nanosecond that has passed. */
  private record Mistaken() implements Policy {
    @Override
    public Decision decide(Progress running, Load load) {
      return new Decision(2, 1);
    }

    @Override
    public int maxDegree() {
      return 2;
    }

    @Override
    public int threads(int cores) {
      return cores;
    }
  }

  private static final class Ear extends Handler {
    private final List<String> said = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void publish(LogRecord entry) {
      said.add(entry.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @Test
  void theEngineSaysOnceThatAPolicyWantsToBeAskedInThePast() {
    var policy = new ContainedPolicy(new Mistaken());
    var ear = new Ear();
    LOG.setUseParentHandlers(false);
    LOG.addHandler(ear);
    try {
      var load = new Load(1, 0, 1, 2);
      for (long executionNanos : new long[] {0, 10, 20, 30}) {
        Decision decision = policy.decide(new Progress(50, executionNanos, 1), load);
        assertThat(decision).isEqualTo(new Decision(2, 1));
      }
    } finally {
      LOG.removeHandler(ear);
      LOG.setUseParentHandlers(true);
    }
    assertThat(policy.hasFailed()).isFalse();
    assertThat(ear.said)
        .containsExactly(
            "policy Mistaken[]: askAgainNanos must be an execution time that is still to come, more than the 10 ns that the request has run, or Decision.NEVER; it is a point in time, not a duration: 1");
  }
}
