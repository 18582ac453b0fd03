package org.curtail.examples;

import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.curtail.IntervalTable;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.demand.ProfileRecorder;
import org.curtail.model.json.IntervalTableJson;
import org.curtail.model.json.ProfileJson;
import org.curtail.plan.PlanGoal;
import org.curtail.plan.TablePlanner;
import org.curtail.policy.FewToMany;
import org.curtail.policy.FixedInterval;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.SharedWork;

/**
 * From live traffic to a policy. While the service runs, a recorder learns how long its requests
 * take on one thread and how much faster they are on several: the profile. The planner makes an
 * interval table of the profile, and from its next start on the service runs by the table.
 *
 * <p>The first argument is a folder for the files; without one they go to a temporary folder.
 */
public class Example05PlanFromLiveTraffic {
  private static final int MAX_DEGREE = 2;

  public static void main(String[] args) throws Exception {
    Path folder = args.length > 0 ? Path.of(args[0]) : Files.createTempDirectory("curtail");
    Path profileFile = folder.resolve("profile.json");
    Path tableFile = folder.resolve("table.json");

    // 1. Serve, and record. FixedInterval needs no knowledge of the requests. Because it adds
    // threads to requests that run, the recorder sees each of them at several degrees.
    var recorder = new ProfileRecorder(10_000, 1); // keeps so many requests at most; a seed
    serve(new FixedInterval(1, MAX_DEGREE), recorder, 300); // the JVM compiles: not to be learned
    recorder.forget();
    serve(new FixedInterval(1, MAX_DEGREE), recorder, 1_000);
    if (!recorder.speedups().isKnown()) {
      System.out.println("No request ran at several degrees: nothing was learned.");
      return;
    }
    Profile profile = recorder.profile(MAX_DEGREE);
    try (Writer file = Files.newBufferedWriter(profileFile)) {
      ProfileJson.write(profile, file);
    }
    System.out.printf("requests profiled %18d%n", profile.requests());
    System.out.printf("median on one thread %15.2f ms%n", profile.percentileMs(50, 1));
    System.out.printf("99th percentile on one thread %6.2f ms%n", profile.percentileMs(99, 1));
    System.out.printf(
        "speedup on %d threads %15.2f%n", MAX_DEGREE, recorder.speedups().speedup(MAX_DEGREE));

    // 2. Plan. The same as: curtail plan --profile profile.json --cores 2 --allow-harm --out
    // table.json
    int cores = Runtime.getRuntime().availableProcessors();
    var goal =
        new PlanGoal(
            cores,
            cores, // threads that all requests together should have on average
            MAX_DEGREE,
            PlanGoal.degreesTo(MAX_DEGREE),
            99, // the tail to shorten
            0.1, // milliseconds from one possible time to the next
            2 * cores); // rows for loads of 1 to so many requests
    IntervalTable planned = TablePlanner.plan(profile, goal);
    try (Writer file = Files.newBufferedWriter(tableFile)) {
      IntervalTableJson.write(planned, file);
    }
    System.out.println();
    System.out.println("requests in the system   second thread after   predicted p99");
    for (IntervalTable.Row row : planned.rows()) {
      System.out.printf(
          "%22d %18.1f ms %12.2f ms%n", row.load(), row.startMs(2) - row.startMs(1), row.tailMs());
    }

    // 3. Serve by the table. A service reads it when it starts.
    IntervalTable table;
    try (Reader json = Files.newBufferedReader(tableFile)) {
      table = IntervalTableJson.read(json, tableFile.toString());
    }
    System.out.println();
    System.out.println("by the table: " + serve(new FewToMany(table), recorder, 300));
    System.out.println("wrote " + profileFile + " and " + tableFile);
  }

  /** Returns what the engine says of itself at the end. */
  private static String serve(Policy policy, ProfileRecorder recorder, int requests)
      throws Exception {
    try (Curtail curtail = Curtail.with(policy).listener(recorder).start()) {
      var random = new SplittableRandom(1);
      for (int i = 0; i < requests; i++) {
        int chunks = random.nextInt(10) == 0 ? 200 : 30; // one request in ten is long
        curtail.run(countPrimes(chunks));
      }
      return curtail.metrics().toString();
    }
  }

  private static SharedWork<?, Long> countPrimes(int chunks) {
    return SharedWork.of(chunks, chunk -> primesFrom(1_000_000 + 500 * chunk), Long::sum);
  }

  private static long primesFrom(int first) {
    long primes = 0;
    for (int number = first; number < first + 500; number++) {
      boolean prime = number % 2 != 0;
      for (int divisor = 3; prime && divisor * divisor <= number; divisor += 2) {
        prime = number % divisor != 0;
      }
      primes += prime ? 1 : 0;
    }
    return primes;
  }
}
