package org.curtail.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.search.TaskExecutor;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Behaviour of Lucene's {@code TaskExecutor} that the engine's executor relies on, and that is
 * hardly documented: if a release of Lucene changes it, these tests fail before users see it.
 */
@Timeout(300)
class TaskExecutorContractTest {
  private record Submission(Runnable run, Thread thread, int tasksBegun) {}

  private final List<Submission> submitted = new CopyOnWriteArrayList<>();
  private final AtomicInteger begun = new AtomicInteger();
  private final List<Thread> ranOn = new CopyOnWriteArrayList<>();
  private final TaskExecutor holding =
      new TaskExecutor(
          run -> submitted.add(new Submission(run, Thread.currentThread(), begun.get())));

  private List<Callable<Integer>> tasks(int count) {
    var tasks = new ArrayList<Callable<Integer>>();
    for (int i = 0; i < count; i++) {
      int task = i;
      tasks.add(() -> {
        begun.incrementAndGet();
        ranOn.add(Thread.currentThread());
        return task;
      });
    }
    return tasks;
  }

  @Test
  void nTasksAreNLessOneSubmissionsOfOneObjectOnTheCallersThreadBeforeAnyRuns() throws IOException {
    holding.invokeAll(tasks(5));
    Thread self = Thread.currentThread();
    assertThat(submitted).hasSize(4);
    assertThat(submitted).extracting(Submission::run).containsOnly(submitted.getFirst().run());
    assertThat(submitted).extracting(Submission::thread).containsOnly(self);
    assertThat(submitted).extracting(Submission::tasksBegun).containsOnly(0);
  }

  @Test
  void twoGroupsAreTwoObjectsAndASingleTaskIsNotSubmitted() throws IOException {
    holding.invokeAll(tasks(2));
    holding.invokeAll(tasks(2));
    assertThat(submitted).extracting(Submission::run).doesNotHaveDuplicates().hasSize(2);
    holding.invokeAll(tasks(1));
    holding.invokeAll(tasks(0));
    assertThat(submitted).hasSize(2);
  }

  @Test
  void theCallerRunsAllThatNobodyTookAndReturnsInOrder() throws IOException {
    assertThat(holding.invokeAll(tasks(6))).containsExactly(0, 1, 2, 3, 4, 5);
    assertThat(ranOn).hasSize(6).containsOnly(Thread.currentThread());
  }

  @Test
  void aLateRunDoesNothing() throws IOException {
    holding.invokeAll(tasks(4));
    assertThat(begun).hasValue(4);
    submitted.forEach(submission -> submission.run().run());
    assertThat(begun).hasValue(4);
  }

  @Test
  void oneRunIsAtMostOneTaskAndMoreRunsThanTasksDoNoHarm() throws Exception {
    var before = new AtomicInteger();
    var perRun = new CopyOnWriteArrayList<Integer>();
    var helping =
        new TaskExecutor(run -> {
          before.set(begun.get());
          run.run();
          perRun.add(begun.get() - before.get());
        });
    assertThat(helping.invokeAll(tasks(4))).containsExactly(0, 1, 2, 3);
    assertThat(perRun).containsExactly(1, 1, 1);
    assertThat(begun).hasValue(4);
  }

  @Test
  void aHelperMayRunTheSameObjectAgainAndAgain() throws Exception {
    var helperDone = new CountDownLatch(1);
    var helping =
        new TaskExecutor(run -> {
          if (submitted.isEmpty()) {
            submitted.add(new Submission(run, Thread.currentThread(), 0));
            Thread.ofPlatform()
                .start(() -> {
                  for (int i = 0; i < 10; i++) {
                    run.run();
                  }
                  helperDone.countDown();
                });
          }
        });
    assertThat(helping.invokeAll(tasks(8))).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
    helperDone.await();
    assertThat(begun).hasValue(8);
  }

  @Test
  void theCallerWaitsForWhatAHelperHasBegun() throws Exception {
    var helperInside = new CountDownLatch(1);
    var callerHelped = new CountDownLatch(1);
    var helping =
        new TaskExecutor(run -> {
          Thread.ofPlatform().start(run);
          await(helperInside);
        });
    Thread self = Thread.currentThread();
    Callable<String> task =
        () -> {
          if (Thread.currentThread().equals(self)) {
            callerHelped.countDown();
            return "caller";
          }
          helperInside.countDown();
          await(callerHelped);
          return "helper";
        };
    assertThat(helping.invokeAll(List.of(task, task))).containsExactly("helper", "caller");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aRejectionMakesTheCallerRunATaskAtOnce() throws IOException {
    var refusing =
        new TaskExecutor(run -> {
          throw new RejectedExecutionException();
        });
    assertThat(refusing.invokeAll(tasks(3))).containsExactly(0, 1, 2);
    assertThat(ranOn).hasSize(3).containsOnly(Thread.currentThread());
  }

  @Test
  void tasksWithinTasksAreSubmittedOnTheThreadThatRunsThem() throws Exception {
    var helper = new CopyOnWriteArrayList<Thread>();
    var outerRun = new CopyOnWriteArrayList<Runnable>();
    var nesting =
        new TaskExecutor(run -> {
          submitted.add(new Submission(run, Thread.currentThread(), begun.get()));
          if (outerRun.isEmpty()) {
            outerRun.add(run);
            Thread thread = Thread.ofPlatform().start(run);
            helper.add(thread);
            try {
              thread.join();
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
          }
        });
    Callable<Integer> outer = () -> nesting.invokeAll(tasks(3)).size();
    assertThat(nesting.invokeAll(List.of(outer, outer))).containsExactly(3, 3);
    Thread self = Thread.currentThread();
    Thread other = helper.getFirst();
    assertThat(submitted)
        .extracting(Submission::thread)
        .containsExactly(self, other, other, self, self);
  }

  @Test
  void afterAFailureNoTaskBeginsAndLateRunsDoNothing() {
    var tasks = tasks(4);
    tasks.add(
        1,
        () -> {
          throw new IOException("disk on fire");
        });
    assertThatThrownBy(() -> holding.invokeAll(tasks)).hasMessage("disk on fire");
    int begunBefore = begun.get();
    submitted.forEach(submission -> submission.run().run());
    assertThat(begun).hasValue(begunBefore);
  }

  @Test
  void whatIsDroppedKeepsNothingAlive() throws Exception {
    var dropping = new TaskExecutor(run -> {});
    WeakReference<Object> task = runsOneOfTwo(dropping);
    Eventually.isCollected("the task is collected", () -> task.get() == null);
  }

  private static WeakReference<Object> runsOneOfTwo(TaskExecutor executor) throws IOException {
    Object pinned = new byte[1000];
    Callable<Integer> task = pinned::hashCode;
    assertThat(executor.invokeAll(List.of(task, task))).hasSize(2);
    return new WeakReference<>(pinned);
  }
}
