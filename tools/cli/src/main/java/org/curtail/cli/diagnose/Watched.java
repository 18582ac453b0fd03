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
 * What was seen of requests.
 *
 * @param requests that count
 * @param diagnosis of them
 * @param blocks the same requests by block, in which their times can be compared; one of a
 *     recording
 * @param service what served them, as far as that is known
 * @param frames which methods slow requests were in; empty without a recording
 * @param live what only a live run has; empty of a recording
 * @param recorded what only a recording has; empty of a live run
 */
record Watched(
    List<RequestEvidence> requests,
    Diagnosis diagnosis,
    List<List<RequestEvidence>> blocks,
    Service service,
    Optional<HotFrames> frames,
    Optional<Live> live,
    Optional<Recorded> recorded) {
  /** How many of the requests the tail is. */
  static final double SLOWEST_SHARE = 0.01;

  /**
   * What serves requests, for the simulator.
   *
   * @param policyName in words; what serves a recording is not known, and taken for sequential
   * @param profile what requests take at each degree; only degree 1 if nothing else is known
   * @param perSecond rate of arrivals
   * @param cores that serve
   */
  record Service(String policyName, Policy policy, Profile profile, double perSecond, int cores) {}

  /**
   * What only a live run has.
   *
   * @param capacityPerSecond that was measured before
   * @param failed requests
   * @param rungs what could be read
   * @param observing what it took
   * @param score of causes that were put in; empty if there were none
   * @param noise what the machine did besides
   * @param interrupted where the user stopped; empty at the end
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
   * What only a recording has.
   *
   * @param rungs what threads recorded of themselves
   * @param othersShare of the machine's CPU time that others than the service took, 0 to 1; empty
   *     if nobody recorded it
   */
  record Recorded(List<Signals.Rung> rungs, OptionalDouble othersShare) {
    Recorded {
      rungs = List.copyOf(rungs);
    }
  }

  /** The same with methods. */
  Watched with(Optional<HotFrames> found) {
    return new Watched(requests, diagnosis, blocks, service, found, live, recorded);
  }

  /** What could be read of threads, and what not. */
  List<Signals.Rung> rungs() {
    return live.map(Live::rungs).or(() -> recorded.map(Recorded::rungs)).orElse(List.of());
  }

  Watched {
    requests = List.copyOf(requests);
    blocks = List.copyOf(blocks);
  }
}
