package org.curtail.cli.diagnose;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.benchkit.inject.InjectionScore;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Noise;
import org.curtail.benchkit.results.Observing;
import org.curtail.diagnose.Diagnosis;
import org.curtail.diagnose.RequestEvidence;
import org.curtail.signals.Signals;

/**
 * Observed requests.
 *
 * @param requests counted requests
 * @param diagnosis diagnosis of the requests
 * @param blocks the same requests in blocks; times are comparable within a block. A recording is
 *     one block
 * @param service service that handled the requests, if known
 * @param frames methods of slow requests; empty without a recording
 * @param live parts of a live run; empty for a recording
 * @param recorded parts of a recording; empty for a live run
 */
record ObservedRequests(
    List<RequestEvidence> requests,
    Diagnosis diagnosis,
    List<List<RequestEvidence>> blocks,
    Service service,
    Optional<HotFrames> frames,
    Optional<Live> live,
    Optional<Recorded> recorded) {
  /** Share of requests in the tail. */
  static final double SLOWEST_SHARE = 0.01;

  /**
   * The service, for the simulator.
   *
   * @param policyName name of the policy in words; unknown for a recording, which counts as
   *     sequential
   * @param profile times of requests at each degree; only degree 1 if no more is known
   * @param perSecond rate of arrivals
   * @param cores number of cores that serve
   */
  record Service(String policyName, Policy policy, Profile profile, double perSecond, int cores) {}

  /**
   * Findings of a live run.
   *
   * @param capacityPerSecond capacity in requests per second, measured before the run
   * @param failed number of failed requests
   * @param rungs readable signals
   * @param observing cost of observing
   * @param score score of injected causes; empty if there were none
   * @param noise other activity of the machine
   * @param interrupted point at which the user stopped; empty for a complete run
   */
  record Live(
      double capacityPerSecond,
      int failed,
      List<Signals.Rung> rungs,
      Observing observing,
      Optional<InjectionScore> score,
      Noise noise,
      Optional<Interruption> interrupted) {
    Live {
      rungs = List.copyOf(rungs);
    }
  }

  /**
   * Findings of a recording.
   *
   * @param rungs signals recorded by threads
   * @param othersShare share of the machine's CPU time that other processes took, 0 to 1; empty if
   *     it was not recorded
   */
  record Recorded(List<Signals.Rung> rungs, OptionalDouble othersShare) {
    Recorded {
      rungs = List.copyOf(rungs);
    }
  }

  /** The same requests with methods. */
  ObservedRequests with(Optional<HotFrames> found) {
    return new ObservedRequests(requests, diagnosis, blocks, service, found, live, recorded);
  }

  /** Readable and missing signals of threads. */
  List<Signals.Rung> rungs() {
    return live.map(Live::rungs).or(() -> recorded.map(Recorded::rungs)).orElse(List.of());
  }

  ObservedRequests {
    requests = List.copyOf(requests);
    blocks = List.copyOf(blocks);
  }
}
