package org.curtail.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;
import org.curtail.linux.FakeKernel.Rights;
import org.curtail.linux.FakeKernel.State;
import org.junit.jupiter.api.Test;

class LinuxThreadsTest {
  @Test
  void threadsHaveNamesCoresAndNiceValues() throws Exception {
    var kernel = new FakeKernel(Rights.ALL);
    LinuxThreads threads =
        LinuxThreads.named("curtail-worker", new Available<>(kernel))
            .pinnedTo(new Cores(List.of(1, 3)))
            .readyFor(Mechanism.NICE_OVER_WORKERS);
    List<String> names = List.of("curtail-worke-0", "curtail-worke-1", "curtail-worke-2");
    List<Integer> cores = List.of(1, 3, 1);
    for (int i = 0; i < names.size(); i++) {
      Thread thread = threads.newThread(() -> {});
      thread.start();
      thread.join();
      assertThat(thread.getName()).isEqualTo("curtail-worker-" + i);
      assertThat(thread.isDaemon()).isTrue();
      assertThat(new String(bytes(kernel, thread), StandardCharsets.UTF_8)).isEqualTo(names.get(i));
      assertThat(kernel.affinities.get(thread))
          .isEqualTo(BitSet.valueOf(new long[] {1L << cores.get(i)}));
      assertThat(kernel.states.get(thread)).isEqualTo(State.nice(10));
    }
  }

  private static byte[] bytes(FakeKernel kernel, Thread thread) {
    return kernel.names.getOrDefault(thread, new byte[0]);
  }

  @Test
  void otherMechanismsLeaveWorkersAsTheyAre() throws Exception {
    for (Mechanism mechanism : List.of(Mechanism.ROUND_ROBIN, Mechanism.NICE)) {
      var kernel = new FakeKernel(Rights.ALL);
      Thread thread =
          LinuxThreads.named("any", new Available<>(kernel))
              .readyFor(mechanism)
              .newThread(() -> {});
      thread.start();
      thread.join();
      assertThat(kernel.states).isEmpty();
      assertThat(kernel.affinities).isEmpty();
    }
  }

  @Test
  void threadsThatGoBehindOthersNeedNoRight() throws Exception {
    var kernel = new FakeKernel(Rights.NONE);
    Thread thread =
        LinuxThreads.named("any", new Available<>(kernel)).behindOthers().newThread(() -> {});
    thread.start();
    thread.join();
    assertThat(kernel.states.get(thread)).isEqualTo(new State(SchedAttr.IDLE, 0, 0, false));
  }

  @Test
  void theRealKernelPutsThemBehindOthersToo() throws Exception {
    Kernel kernel = ThisLinux.kernel();
    var task =
        new FutureTask<>(() -> {
          var attr = new SchedAttr();
          assertThat(kernel.scheduling(attr)).isGreaterThanOrEqualTo(0);
          return attr.policy();
        });
    LinuxThreads.named("any").behindOthers().newThread(task).start();
    assertThat(task.get()).isEqualTo(SchedAttr.IDLE);
  }

  @Test
  void tasksRunWhateverFails() throws Exception {
    for (int call = 0; call < 6; call++) {
      var kernel = new FakeKernel(Rights.ALL, call, 1);
      assertRuns(
          LinuxThreads.named("any", new Available<>(kernel))
              .pinnedTo(Cores.only(0))
              .readyFor(Mechanism.NICE_OVER_WORKERS)
              .behindOthers());
    }
    assertRuns(LinuxThreads.named("any", new Unavailable<>("no kernel")).pinnedTo(Cores.only(0)));
  }

  private static void assertRuns(LinuxThreads threads) throws Exception {
    var task = new FutureTask<>(() -> "ran");
    threads.newThread(task).start();
    assertThat(task.get()).isEqualTo("ran");
  }

  @Test
  void theRealKernelDoesTheSame() throws Exception {
    Cores cores = ThisLinux.required(Affinity.ofProcess());
    LinuxThreads threads = LinuxThreads.named("curtail-worker").pinnedTo(cores);
    for (int i = 0; i < 3; i++) {
      var task = new FutureTask<>(() -> List.of(Proc.comm(), Proc.cores()));
      threads.newThread(task).start();
      assertThat(task.get()).containsExactly("curtail-worke-" + i, cores.around(i).toString());
    }
  }
}
