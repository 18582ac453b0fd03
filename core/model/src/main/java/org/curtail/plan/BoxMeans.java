package org.curtail.plan;

/**
 * Mean time and mean threads over a box of schedules. A request that ends in the same phase under
 * all of them has linear functions of the phases' lengths, which are added to a sum and need no
 * further look in any part of the box. Not thread-safe.
 */
final class BoxMeans {
  private final Requests requests;
  private final SlopeRange range;
  private final int lengths;
  private int[] open = {};
  private int openCount;
  private final PhaseSums closed;

  BoxMeans(Requests requests) {
    this.requests = requests;
    range = new SlopeRange(requests);
    lengths = requests.phases() - 1;
    closed = new PhaseSums(requests);
  }

  /** Opens all requests. */
  void openAll(int[] all) {
    open = all;
    openCount = all.length;
  }

  /** Returns the number of requests that may end in different phases. */
  int openCount() {
    return openCount;
  }

  /**
   * Examines a part of another box.
   *
   * @param time set to the mean execution time in steps
   * @param threads set to the mean of threads times steps
   */
  void enclose(BoxMeans whole, Corners corners, Enclosure time, Enclosure threads) {
    if (open.length < whole.openCount) {
      open = new int[whole.openCount];
    }
    openCount = 0;
    closed.set(whole.closed);
    time.clear();
    threads.clear();
    for (int i = 0; i < whole.openCount; i++) {
      int request = whole.open[i];
      range.of(request, corners);
      if (range.endsInOnePhase()) {
        closed.add(request, range.atLeast().phase());
      } else {
        open[openCount++] = request;
        enclose(request, time, threads);
      }
    }
    add(closed.time, time, corners);
    add(closed.threads, threads, corners);
  }

  private void enclose(int request, Enclosure time, Enclosure threads) {
    double share = requests.share(request);
    time.atLeast += share * range.atLeast().timeSteps();
    time.atGreatest += share * range.atGreatest().timeSteps();
    threads.atLeast += share * range.atLeast().threadSteps();
    threads.atGreatest += share * range.atGreatest().threadSteps();
    for (int phase = 0; phase < range.atLeast().phase(); phase++) {
      range.at(phase);
      time.leastSlopes[phase] += share * range.leastTime();
      time.greatestSlopes[phase] += share * range.greatestTime();
      threads.leastSlopes[phase] += share * range.leastThreads();
      threads.greatestSlopes[phase] += share * range.greatestThreads();
    }
  }

  private void add(PhaseSums.Sum sum, Enclosure enclosure, Corners corners) {
    enclosure.atLeast += sum.constant;
    enclosure.atGreatest += sum.constant;
    for (int i = 0; i < lengths; i++) {
      enclosure.atLeast += sum.slopes[i] * corners.least[i];
      enclosure.atGreatest += sum.slopes[i] * corners.greatest[i];
      enclosure.leastSlopes[i] += sum.slopes[i];
      enclosure.greatestSlopes[i] += sum.slopes[i];
    }
  }
}
