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
  private double timeConstant;
  private double threadConstant;
  private final double[] timeSlopes;
  private final double[] threadSlopes;

  BoxMeans(Requests requests) {
    this.requests = requests;
    range = new SlopeRange(requests);
    lengths = requests.phases() - 1;
    timeSlopes = new double[lengths];
    threadSlopes = new double[lengths];
  }

  /** Nothing is known of any request. */
  void openAll(int[] all) {
    open = all;
    openCount = all.length;
  }

  /** How many requests may end in different phases. */
  int openCount() {
    return openCount;
  }

  /**
   * Looks at a part of another box.
   *
   * @param time becomes the mean execution time in steps
   * @param threads becomes the mean of threads times steps
   */
  void enclose(BoxMeans whole, Corners corners, Enclosure time, Enclosure threads) {
    if (open.length < whole.openCount) {
      open = new int[whole.openCount];
    }
    openCount = 0;
    timeConstant = whole.timeConstant;
    threadConstant = whole.threadConstant;
    System.arraycopy(whole.timeSlopes, 0, timeSlopes, 0, lengths);
    System.arraycopy(whole.threadSlopes, 0, threadSlopes, 0, lengths);
    time.clear();
    threads.clear();
    for (int i = 0; i < whole.openCount; i++) {
      int request = whole.open[i];
      range.of(request, corners);
      if (range.endsInOnePhase()) {
        close(request, range.atLeast().phase());
      } else {
        open[openCount++] = request;
        enclose(request, time, threads);
      }
    }
    addClosed(time, timeConstant, timeSlopes, corners);
    addClosed(threads, threadConstant, threadSlopes, corners);
  }

  private void close(int request, int last) {
    double share = requests.share(request);
    double steps = requests.timeSteps(request, last);
    double threadSteps = requests.degree(last) * steps;
    timeConstant += share * steps;
    threadConstant += share * threadSteps;
    for (int phase = 0; phase < last; phase++) {
      double rate = requests.rate(request, phase);
      timeSlopes[phase] += share * (1 - steps * rate);
      threadSlopes[phase] += share * (requests.degree(phase) - threadSteps * rate);
    }
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

  private void addClosed(Enclosure sum, double constant, double[] slopes, Corners corners) {
    sum.atLeast += constant;
    sum.atGreatest += constant;
    for (int i = 0; i < lengths; i++) {
      sum.atLeast += slopes[i] * corners.least[i];
      sum.atGreatest += slopes[i] * corners.greatest[i];
      sum.leastSlopes[i] += slopes[i];
      sum.greatestSlopes[i] += slopes[i];
    }
  }
}
