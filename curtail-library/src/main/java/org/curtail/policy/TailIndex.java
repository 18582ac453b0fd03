package org.curtail.policy;

import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.Progress;

/** Experimental. */
public final class TailIndex implements Policy {
  private final Profile profile;
  private final double[] ascendingMs;
  private final double[] theta;
  private final double[] speedup;
  private final long quantumNanos;
  private final boolean malleable;

  public TailIndex(Profile profile, long quantumNanos, boolean malleable) {
    this.profile = profile;
    this.malleable = malleable;
    this.quantumNanos = quantumNanos;
    int n = profile.maxDegree();
    ascendingMs = new double[profile.requests()];
    for (int r = 0; r < ascendingMs.length; r++) {
      ascendingMs[r] = profile.timeMs(r, 1);
    }
    java.util.Arrays.sort(ascendingMs);
    speedup = new double[n + 1];
    for (int d = 1; d <= n; d++) {
      speedup[d] = profile.meanMs(1) / profile.meanMs(d);
    }
    theta = new double[n + 1];
    for (int d = 1; d < n; d++) {
      double gain = 1 / speedup[d] - 1 / speedup[d + 1];
      double cost = (d + 1) / speedup[d + 1] - d / speedup[d];
      theta[d] = gain <= 0 ? 0 : cost <= 0 ? 1e9 : gain / cost;
    }
  }

  private double survival(double ms) {
    int lo = 0;
    int hi = ascendingMs.length;
    while (lo < hi) {
      int mid = (lo + hi) >>> 1;
      if (ascendingMs[mid] > ms) {
        hi = mid;
      } else {
        lo = mid + 1;
      }
    }
    return (ascendingMs.length - lo + 0.5) / (ascendingMs.length + 1);
  }

  @Override
  public Decision decide(Progress running, Load load) {
    int degree = !malleable && load.waiting() > 0 ? 1 : maxDegree();
    return new Decision(
        degree, malleable ? running.executionNanos() + quantumNanos : Decision.NEVER);
  }

  @Override
  public double priority(Progress request, Load load) {
    if (request.threads() == 0) {
      return Double.POSITIVE_INFINITY;
    }
    return theta[request.threads()] / survival(workMs(request));
  }

  private double workMs(Progress request) {
    double executionMs = request.executionNanos() / 1e6;
    double attainedMs = request.attainedNanos() / 1e6;
    if (executionMs == 0) {
      return 0;
    }
    double degree = Math.clamp(attainedMs / executionMs, 1, maxDegree());
    int below = (int) Math.min(Math.floor(degree), Math.max(1, maxDegree() - 1));
    double s =
        maxDegree() == 1
            ? 1
            : speedup[below] + (degree - below) * (speedup[below + 1] - speedup[below]);
    return executionMs * s;
  }

  @Override
  public boolean ranks() {
    return true;
  }

  @Override
  public boolean isMalleable() {
    return malleable;
  }

  @Override
  public int maxDegree() {
    return profile.maxDegree();
  }

  @Override
  public int threads(int cores) {
    return cores;
  }
}
