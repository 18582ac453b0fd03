package org.curtail.fray;

import java.io.File;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.pastalab.fray.core.TestRunner;
import org.pastalab.fray.core.command.Configuration;
import org.pastalab.fray.core.command.ExecutionInfo;
import org.pastalab.fray.core.command.MethodExecutor;
import org.pastalab.fray.core.command.NetworkDelegateType;
import org.pastalab.fray.core.command.SystemTimeDelegateType;
import org.pastalab.fray.core.randomness.ControlledRandom;
import org.pastalab.fray.core.randomness.Randomness;
import org.pastalab.fray.core.randomness.RandomnessProvider;
import org.pastalab.fray.core.scheduler.POSScheduler;
import org.pastalab.fray.rmi.TestStatusObserver;

/**
 * Runs each test method with many schedules. Fray runs one thread at a time, and chooses it at
 * random at each lock, volatile, atomic, park and unpark. A test fails if it throws in any
 * schedule, if a thread ends with an exception, if all threads wait for each other, or if they
 * never end. All threads that a test starts must end.
 *
 * <p>Each schedule has a seed. The seeds of a test count from {@code -Dseed} (1), and {@code
 * -Dschedules} is their number. A failure names its seed; this seed alone repeats it.
 *
 * <p>Time is virtual. It advances slightly with each step of a schedule and each reading, and at
 * once if all threads wait for a time. Fray does not see a method reference {@code
 * System::nanoTime}: a clock must call it directly.
 */
public final class Schedules implements InvocationInterceptor {
  private static final long STEP_NANOS = 20_000;
  private static final int MOST_STEPS = 200_000;
  private static final int MOST_SECONDS = 3_600;
  private static final long MOST_SECONDS_TO_STOP = 10;
  private static final int WARM_UP_SCHEDULES = 3;

  /** A failing schedule with its exception. */
  record Failure(long seed, Throwable thrown) {}

  /** Gives the seeds of successive schedules. */
  private static final class Seeds implements RandomnessProvider {
    private long next;

    Seeds(long first) {
      next = first;
    }

    @Override
    public Randomness getRandomness() {
      // Close seeds of a Random give similar first numbers.
      var random = new Random(next++ * 0x9E3779B97F4A7C15L);
      return new ControlledRandom(new ArrayList<>(), new ArrayList<>(), random);
    }
  }

  @Override
  public void interceptTestMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> context,
      ExtensionContext extension) {
    invocation.skip();
    Class<?> test = extension.getRequiredTestClass();
    String method = context.getExecutable().getName();
    explore(test, method, Long.getLong("seed", 1), Integer.getInteger("schedules", 100))
        .ifPresent(failure -> {
          throw new AssertionError(
              "the schedule of seed %d fails; to run it again: -Dtest=%s#%s -Dseed=%d -Dschedules=1"
                  .formatted(failure.seed(), test.getSimpleName(), method, failure.seed()),
              failure.thrown());
        });
  }

  /** Returns the first failing schedule of {@code count} seeds from {@code firstSeed} on. */
  static Optional<Failure> explore(Class<?> test, String method, long firstSeed, int count) {
    var executor = new MethodExecutor(test.getName(), method, List.of(), classPath(), Map.of());
    Path report = Path.of(System.getProperty("fray.workDir"), test.getSimpleName(), method);
    // Ignores the results of the first schedules, which are always the same: they load classes, and
    // a schedule with class loading differs from the same one without.
    run(executor, report, 0, WARM_UP_SCHEDULES);
    return run(executor, report, firstSeed, count);
  }

  private static Optional<Failure> run(
      MethodExecutor executor, Path report, long firstSeed, int count) {
    var seeds = new Seeds(firstSeed);
    PrintStream out = System.out;
    System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    try {
      Configuration configuration =
          new Configuration(
              new ExecutionInfo(executor, false, false, MOST_STEPS),
              report,
              count,
              MOST_SECONDS,
              new POSScheduler(seeds.getRandomness()),
              seeds,
              /* fullSchedule= */ false,
              /* exploreMode= */ false,
              /* noExitWhenBugFound= */ true,
              /* isReplay= */ false,
              /* noFray= */ false,
              /* dummyRun= */ false,
              NetworkDelegateType.NONE,
              SystemTimeDelegateType.MOCK,
              STEP_NANOS,
              /* ignoreTimedBlock= */ false,
              /* sleepAsYield= */ false,
              /* resetClassLoader= */ false,
              /* redirectStdout= */ false,
              /* abortThreadExecutionAfterMainExit= */ false,
              /* resolveRacingOperationStackTraceHash= */ false,
              /* timelineCoverageType= */ null);
      var reported = new CompletableFuture<Throwable>();
      configuration.getTestStatusObservers().add(reporting(reported));
      var runner =
          new Thread(() -> {
            Throwable thrown = new TestRunner(configuration).run();
            reported.complete(thrown);
          });
      runner.setDaemon(true);
      runner.start();
      Throwable thrown = reported.join();
      long seed = firstSeed + configuration.getCurrentIteration();
      // Threads in a deadlock or an endless loop cannot always be stopped.
      runner.join(MOST_SECONDS_TO_STOP * 1_000);
      return Optional.ofNullable(thrown).map(it -> new Failure(seed, it));
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts", e);
    } finally {
      System.setOut(out);
    }
  }

  /** Reports the first error at once, before Fray ends the threads of its schedule. */
  private static TestStatusObserver reporting(CompletableFuture<Throwable> reported) {
    return new TestStatusObserver() {
      @Override
      public void onExecutionStart() {}

      @Override
      public void onReportError(Throwable thrown) {
        reported.complete(thrown);
      }

      @Override
      public void onExecutionDone(Throwable thrown) {}

      @Override
      public void saveToReportFolder(Path path) {}
    };
  }

  private static List<String> classPath() {
    return List.of(System.getProperty("java.class.path").split(File.pathSeparator));
  }
}
