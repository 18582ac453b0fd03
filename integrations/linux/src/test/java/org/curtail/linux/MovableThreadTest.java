package org.curtail.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;
import org.curtail.linux.FakeKernel.Rights;
import org.junit.jupiter.api.Test;

/** Moving other threads, on the real kernel (checked through {@link Proc}) and on a fake one. */
class MovableThreadTest {
  /** A thread that waits to be moved and reads its affinity on request. */
  private static final class WaitingThread {
    private final CountDownLatch ready = new CountDownLatch(1);
    private final CountDownLatch look = new CountDownLatch(1);
    private final CountDownLatch looked = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);
    private final FutureTask<List<String>> seen;
    private final Thread thread;
    private Availability<MovableThread> movable = new Unavailable<>("not asked yet");

    WaitingThread() {
      seen =
          new FutureTask<>(() -> {
            String before = Proc.cores();
            movable = Affinity.movable();
            ready.countDown();
            look.await();
            String moved = Proc.cores();
            looked.countDown();
            end.await();
            return List.of(before, moved, Proc.cores());
          });
      thread = Thread.ofPlatform().start(seen);
    }

    MovableThread movable() throws InterruptedException {
      ready.await();
      return ThisLinux.required(movable);
    }

    /** Reads the affinity once more and ends the thread. */
    List<String> end() throws Exception {
      end.countDown();
      List<String> all = seen.get();
      thread.join();
      return all;
    }
  }

  @Test
  void anotherThreadMovesItAndGivesItBack() throws Exception {
    Cores cores = ThisLinux.required(Affinity.ofThread());
    String own = Proc.cores();
    int last = cores.numbers().getLast();
    var waiting = new WaitingThread();
    try (MovableThread thread = waiting.movable()) {
      assertThat(thread.moveTo(Cores.only(last))).isEqualTo(new Available<>(Cores.only(last)));
      waiting.look.countDown();
      waiting.looked.await();
    } finally {
      waiting.look.countDown();
    }
    assertThat(waiting.end()).containsExactly(own, "" + last, own);
    assertThat(Proc.cores()).isEqualTo(own);
  }

  @Test
  void aCoreThatIsNotThereIsAReasonAndMovesNobody() {
    try (MovableThread own = ThisLinux.required(Affinity.movable())) {
      String before = Proc.cores();
      assertThat(reason(own.moveTo(Cores.only(8191)))).contains("8191", "EINVAL");
      assertThat(Proc.cores()).isEqualTo(before);
    }
  }

  @Test
  void anEndedThreadAndAReuserOfItsIdAreNotMoved() throws Exception {
    ThisLinux.kernel();
    var kernel = new FakeKernel(Rights.ALL);
    var made = new FutureTask<>(() -> Affinity.movable(kernel));
    Thread thread = Thread.ofPlatform().name("worker-7").start(made);
    MovableThread movable = ThisLinux.required(made.get());
    thread.join();
    int calls = kernel.calls();
    assertThat(reason(movable.moveTo(Cores.only(0)))).isEqualTo("worker-7 has ended");
    movable.close();
    assertThat(kernel.calls()).isEqualTo(calls);
  }

  @Test
  void whoIsGivenBackCannotBeMovedAnyMore() {
    var kernel = new FakeKernel(Rights.ALL);
    MovableThread movable = ThisLinux.required(Affinity.movable(kernel));
    movable.moveTo(Cores.only(1));
    movable.close();
    assertThat(kernel.affinities.get(Thread.currentThread()))
        .isEqualTo(new Cores(List.of(0, 1, 2, 3)).bits());
    assertThat(reason(movable.moveTo(Cores.only(1)))).contains("was released");
    int calls = kernel.calls();
    movable.close();
    assertThat(kernel.calls()).isEqualTo(calls);
  }

  @Test
  void aFailureOfAnyCallIsTheReason() {
    for (int call = 0; call < 2; call++) {
      var kernel = new FakeKernel(Rights.ALL, call, 38);
      assertThat(reason(Affinity.movable(kernel))).endsWith("(ENOSYS)");
    }
    var kernel = new FakeKernel(Rights.ALL, 2, 22);
    MovableThread movable = ThisLinux.required(Affinity.movable(kernel));
    assertThat(reason(movable.moveTo(Cores.only(1)))).endsWith("(EINVAL)");
    assertThat(kernel.affinities).isEmpty();
    // Only one call fails.
    assertThat(movable.moveTo(Cores.only(1))).isEqualTo(new Available<>(Cores.only(1)));
  }

  @Test
  void virtualThreadsAreMovedByNobody() throws Exception {
    var tried = new FutureTask<>(Affinity::movable);
    Thread.ofVirtual().start(tried);
    assertThat(reason(tried.get())).contains("virtual");
  }

  private static <T> String reason(Availability<T> tried) {
    return switch (tried) {
      case Available<T>(T value) -> throw new AssertionError(value);
      case Unavailable<T>(String reason) -> reason;
    };
  }
}
