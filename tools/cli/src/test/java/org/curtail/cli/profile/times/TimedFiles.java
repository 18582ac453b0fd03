package org.curtail.cli.profile.times;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/** Logs of services whose true service times are known. */
final class TimedFiles {
  private TimedFiles() {}

  /**
   * The log of a first-come-first-served service.
   *
   * @param trueMs service times, in order of arrival
   */
  record Log(Path file, List<Double> trueMs) {}

  /**
   * Poisson arrivals at workers that serve in order of arrival, simulated by Lindley's recursion;
   * lines in order of arrival.
   *
   * @param load share of the time that each worker is busy
   */
  static Log fifo(
      Path file,
      int requests,
      int workers,
      double load,
      double meanMs,
      ToDoubleFunction<SplittableRandom> service,
      long seed)
      throws IOException {
    var random = new SplittableRandom(seed);
    var free = new PriorityQueue<Double>();
    for (int i = 0; i < workers; i++) {
      free.add(0.0);
    }
    var trueMs = new ArrayList<Double>();
    double at = 0;
    var text = new StringBuilder("arrived_ms,duration_ms\n");
    for (int i = 0; i < requests; i++) {
      at -= Math.log(1 - random.nextDouble()) * meanMs / (load * workers);
      double ms = service.applyAsDouble(random);
      trueMs.add(ms);
      double end = Math.max(at, free.remove()) + ms;
      free.add(end);
      text.append(at).append(',').append(end - at).append('\n');
    }
    Files.writeString(file, text);
    return new Log(file, trueMs);
  }
}
