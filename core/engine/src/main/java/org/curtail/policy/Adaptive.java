package org.curtail.policy;

import java.util.List;
import java.util.stream.IntStream;
import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.Progress;

/**
 * Adaptive parallelism (Jeon, He, Elnikety, Cox, Rixner: Adaptive Parallelism for Web Search,
 * EuroSys'13, section 5, Algorithm 1): a request gets its degree when it starts, and keeps it. The
 * chosen degree is the degree i that adds least to the total response time: the request's own time
 * T_i, plus a delay of T_i * i / P for each of the K - 1 other requests in the queue. A request
 * starts while fewer than 2P threads are active.
 *
 * <p>The policy assumes that all requests have the mean execution times. The policy knows nothing
 * about the request itself.
 *
 * @param meanMs {@code meanMs[i-1]} is T_i, the mean execution time at degree i in milliseconds
 */
public record Adaptive(List<Double> meanMs) implements Policy {
  public Adaptive {
    meanMs = List.copyOf(meanMs);
    if (meanMs.isEmpty()) {
      throw new IllegalArgumentException("meanMs needs the time at degree 1");
    }
    for (double timeMs : meanMs) {
      if (!(timeMs > 0) || Double.isInfinite(timeMs)) {
        throw new IllegalArgumentException("meanMs must be positive and finite: " + meanMs);
      }
    }
  }

  /** Returns the policy with the mean times of a profile. */
  public static Adaptive of(Profile profile) {
    return new Adaptive(
        IntStream.rangeClosed(1, profile.maxDegree())
            .mapToObj(degree -> (Double) profile.meanMs(degree))
            .toList());
  }

  @Override
  public Admission admit(Progress waiting, Load load) {
    return admission(load);
  }

  /** The rule for admission: a request starts while fewer than 2P threads are active on P cores. */
  public static Admission admission(Load load) {
    return load.threads() < 2 * load.cores() ? Admission.START : Admission.WAIT_FOR_CHANGE;
  }

  /** The most threads under this rule: the last request to start gets its whole degree. */
  public static int threads(int cores, int maxDegree) {
    return 2 * cores + maxDegree - 1;
  }

  @Override
  public Decision decide(Progress running, Load load) {
    return Decision.keep(running.decidedDegree() > 0 ? running.decidedDegree() : degreeAt(load));
  }

  private int degreeAt(Load load) {
    // This request has just left the queue, so all waiting requests are the K - 1 others.
    int others = load.waiting();
    int best = 1;
    double leastMs = Double.POSITIVE_INFINITY;
    for (int degree = 1; degree <= Math.min(maxDegree(), load.cores()); degree++) {
      double timeMs = meanMs.get(degree - 1);
      double addedMs = timeMs + others * timeMs * degree / load.cores();
      if (addedMs < leastMs) {
        leastMs = addedMs;
        best = degree;
      }
    }
    return best;
  }

  @Override
  public int maxDegree() {
    return meanMs.size();
  }

  @Override
  public int threads(int cores) {
    return threads(cores, maxDegree());
  }

  @Override
  public String description() {
    return "1 to %d threads a request, chosen when it starts: as many as add least to the response time of all requests"
        .formatted(maxDegree());
  }
}
