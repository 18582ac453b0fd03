package org.curtail.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Preemption;
import org.curtail.PriorityClass;
import org.curtail.Progress;
import org.curtail.Traits;
import org.junit.jupiter.api.Test;

/**
 * A policy that answers otherwise each time that it is asked is none; but one that is short of
 * memory may seem so to the engine.
 */
class FickleSharesTest {
  /** Of two requests it puts another one first in each round. */
  private static final class Fickle implements Policy {
    private static final Preemption BY_PRIORITY =
        new Preemption(Preemption.Order.PRIORITY, 10, Preemption.UNLIMITED_NANOS);

    private int decisions;

    @Override
    public Decision decide(Progress running, Load load) {
      decisions++;
      return Decision.keep(2);
    }

    @Override
    public double priority(Progress request, Load load) {
      boolean isOlderFirst = decisions / 2 % 2 == 0;
      return isOlderFirst ? request.ageNanos() : -request.ageNanos();
    }

    @Override
    public Traits traits() {
      return Traits.RANKING.preempting(BY_PRIORITY).malleable(true);
    }

    @Override
    public int maxDegree() {
      return 2;
    }

    @Override
    public int threads(int cores) {
      return 3;
    }
  }

  /** The service fails if the allocator never comes to rest. */
  @Test
  void aThreadThatOneRequestLosesToAnotherDoesNotGoToAndFroForEver() {
    var service = new SteppedService(new Fickle(), new Allocator.Service(3, 3, 2, false, false));
    service.arrive(PriorityClass.NORMAL);
    service.advance(5);
    service.arrive(PriorityClass.NORMAL);
    service.advance(5);
    SteppedRequest third = service.arrive(PriorityClass.NORMAL);
    service.advance(5);
    service.end(third);

    assertThat(service.running()).hasSize(2);
    assertThat(service.allocator.busy()).isEqualTo(3);
  }
}
