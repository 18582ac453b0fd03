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
 * From live traffic to a policy. A recorder learns a profile while the service runs: the times of
 * requests on one thread, and their speedups on several threads. The planner makes an interval
 * table from the profile. The service uses the table from its next start on.
 *
 * <p>The first argument is a folder for the files; the default is a temporary folder.
 */
public class Example05PlanFromLiveTraffic {
  private static final int MAX_DEGREE = 2;

  public static void main(String[] args) throws Exception {
    Path folder = args.length > 0 ? Path.of(args[0]) : Files.createTempDirectory("curtail");
    Path profileFile = folder.resolve("profile.json");
    Path tableFile = folder.resolve("table.json");

    // 1. Serve, and record. FixedInterval needs no knowledge of the requests. It adds threads to
    // running requests, so the recorder measures each request at several degrees.
    var recorder = new ProfileRecorder(10_000, 1); // at most 10,000 requests; a seed
    serve(new FixedInterval(1, MAX_DEGREE), recorder, 300); // the JVM compiles: not learned
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
            cores, // mean number of threads of all requests together
            MAX_DEGREE,
            PlanGoal.degreesTo(MAX_DEGREE),
            99, // the tail to shorten
            0.1, // distance of possible times, in milliseconds
            2 * cores); // rows for loads of 1 to this number of requests
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

  /** Returns the metrics of the engine at its end. */
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
