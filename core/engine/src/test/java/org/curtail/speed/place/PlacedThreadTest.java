package org.curtail.speed.place;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.curtail.Prediction;
import org.curtail.speed.SpeedPolicy;
import org.junit.jupiter.api.Test;

class PlacedThreadTest {
  private record OneThread(boolean isFirst, long requestNumber, int speedClass)
      implements PlacedThread {
    @Override
    public long arrivalNanos() {
      return requestNumber;
    }

    @Override
    public void seen(long nowNanos, boolean isOldest) {}

    @Override
    public long ageNanos() {
      return 0;
    }

    @Override
    public long servedNanos() {
      return 0;
    }

    @Override
    public double attainedNanos() {
      return 0;
    }

    @Override
    public Prediction prediction() {
      return Prediction.NONE;
    }

    @Override
    public boolean isOldest() {
      return false;
    }
  }

  private static OneThread first(long request) {
    return new OneThread(true, request, SpeedPolicy.RequestView.NONE);
  }

  private static OneThread further(long request) {
    return new OneThread(false, request, SpeedPolicy.RequestView.NONE);
  }

  @Test
  void firstThreadsHaveCoresBeforeFurtherOnesAndOlderRequestsBeforeYoungerOnes() {
    var awaiting = new ArrayList<>(List.of(further(1), first(3), further(2), first(2)));
    awaiting.sort(PlacedThread.FIRST_THREADS_FIRST);
    assertThat(awaiting).containsExactly(first(2), first(3), further(1), further(2));
  }

  @Test
  void aRequestGivesUpAThreadWithoutACoreThenItsSlowestThenItsLast() {
    var fast = new OneThread(true, 1, 2);
    var slow = new OneThread(false, 1, 0);
    assertThat(PlacedThread.givenUpFirst(List.of(slow, further(1), fast))).isEqualTo(further(1));
    assertThat(PlacedThread.givenUpFirst(List.of(fast, slow, fast))).isSameAs(slow);
    var alsoSlow = new OneThread(false, 1, 0);
    assertThat(PlacedThread.givenUpFirst(List.of(slow, fast, alsoSlow))).isSameAs(alsoSlow);
  }
}
