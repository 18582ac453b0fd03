package org.curtail.runtime;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class JoinedWorkersTest {
  /** A work whose worker states take long to make. */
  private record Slow(CountDownLatch begun, CountDownLatch letGo)
      implements SharedWork<String, String> {
    @Override
    public int chunks() {
      return 2;
    }

    @Override
    public String join() throws Exception {
      begun.countDown();
      letGo.await();
      return "slow";
    }

    @Override
    public void run(String worker, int chunk, Checkpoint checkpoint) {}

    @Override
    public String complete(List<String> workers) {
      return "done";
    }
  }

  /** The engine says so under its lock, so no worker could come or go before that. */
  @Test
  void aWorkerLeavesWhileAnotherOneIsStuckInJoining() throws Exception {
    var joined = new Request.JoinedWorkers<String>();
    var work = new Slow(new CountDownLatch(1), new CountDownLatch(1));
    var made = new AtomicReference<String>();
    var joining =
        new Thread(() -> {
          try {
            made.set(joined.join("one", work, 0));
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
    joining.start();
    assertThat(work.begun.await(20, SECONDS)).isTrue();
    joined.leave("other", 1);
    assertThat(joined.all()).isEmpty();
    work.letGo.countDown();
    joining.join();
    assertThat(made).hasValue("slow");
    assertThat(joined.all()).containsExactly("slow");
    assertThat(joined.join("one", work, 1)).isEqualTo("slow");
  }
}
