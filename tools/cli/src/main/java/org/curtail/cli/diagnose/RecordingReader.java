package org.curtail.cli.diagnose;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.curtail.Profile;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.diagnose.Diagnosis;
import org.curtail.diagnose.DiagnosisRecording;
import org.curtail.diagnose.RequestEvidence;
import org.curtail.policy.Sequential;
import org.curtail.signals.Counter;
import org.curtail.signals.Signals;
import org.curtail.signals.Stint;

/** Requests of any service, from a recording of the Flight Recorder. */
final class RecordingReader {
  private static final double NANOS_PER_SECOND = 1e9;

  /** The first bytes of every recording. */
  private static final byte[] MAGIC = {'F', 'L', 'R', 0};

  private static final double LEAST_MS = 1e-3;

  private RecordingReader() {}

  /**
   * Reads and diagnoses a recording.
   *
   * @param demand profile of the user, for speedups; empty without one
   * @param cores number of cores that served
   * @throws UsageError if the file is no recording, or has no request
   */
  static ObservedRequests read(Path file, Optional<Profile> demand, int cores) {
    if (!Files.isRegularFile(file)) {
      throw new UsageError(
          Files.exists(file)
              ? file + ": expected a recording of the Flight Recorder, found a folder"
              : "no such file: " + file);
    }
    DiagnosisRecording recording;
    try {
      requireRecording(file);
      recording = DiagnosisRecording.read(file);
    } catch (IOException | IllegalArgumentException e) {
      String reason = Failure.reason(e);
      throw new UsageError(reason.contains(file.toString()) ? reason : file + ": " + reason, e);
    }
    List<RequestEvidence> requests = recording.requests();
    Diagnosis diagnosis = Diagnosis.of(requests);
    return new ObservedRequests(
        requests,
        diagnosis,
        List.of(requests),
        new ObservedRequests.Service(
            "one thread for every request",
            new Sequential(),
            demand.orElseGet(() -> seen(file, requests)),
            perSecond(requests),
            cores),
        Optional.of(HotFrames.of(recording, ObservedRequests.SLOWEST_SHARE)),
        Optional.empty(),
        Optional.of(new ObservedRequests.Recorded(signals(requests), recording.othersShare())));
  }

  /** Rejects files of another kind, such as access logs, and names the right command. */
  private static void requireRecording(Path file) throws IOException {
    byte[] head;
    try (InputStream input = Files.newInputStream(file)) {
      head = input.readNBytes(MAGIC.length);
    }
    if (!Arrays.equals(head, MAGIC)) {
      throw new UsageError(
          "%s: expected a recording of the Flight Recorder, of a service with curtail's engine or tagged threads. A log of latencies cannot show why requests were slow. From a log: curtail capacity %s (number of servers), curtail reissue --log %s (copies of slow requests). From traces: curtail traces"
              .formatted(file, file, file));
    }
  }

  /** Profile of CPU times; for requests without them, the time from start to end. */
  private static Profile seen(Path file, List<RequestEvidence> requests) {
    return Profile.of(
        file.toString(),
        requests.stream()
            .map(request -> {
              long nanos =
                  request.cpuNanos() < 0
                      ? request.endNanos() - request.startNanos()
                      : request.cpuNanos();
              return new double[] {Math.max(nanos / 1e6, LEAST_MS)};
            })
            .toArray(double[][]::new));
  }

  private static double perSecond(List<RequestEvidence> requests) {
    long[] received =
        requests.stream().mapToLong(RequestEvidence::receivedNanos).sorted().toArray();
    long nanos = received[received.length - 1] - received[0];
    return nanos <= 0 ? 1 : NANOS_PER_SECOND * Math.max(received.length - 1, 1) / nanos;
  }

  /** A signal for each counter of threads. */
  private static List<Signals.Rung> signals(List<RequestEvidence> requests) {
    List<Stint> stints = requests.stream().flatMap(request -> request.stints().stream()).toList();
    return Stream.of(Counter.values()).map(counter -> rung(counter, stints)).toList();
  }

  private static Signals.Rung rung(Counter counter, List<Stint> stints) {
    if (stints.isEmpty()) {
      return Signals.Rung.missing(
          counter.label(), "the recording has no data on the work of a thread");
    }
    ToLongFunction<Stint> count = count(counter);
    long known = stints.stream().filter(stint -> count.applyAsLong(stint) >= 0).count();
    return known == 0
        ? Signals.Rung.missing(counter.label(), "no thread of the recording read it")
        : Signals.Rung.available(
            counter.label(),
            known == stints.size()
                ? "read by the threads of the service"
                : "read by the threads of the service, %,d of %,d times"
                    .formatted(known, stints.size()),
            -1);
  }

  private static ToLongFunction<Stint> count(Counter counter) {
    return switch (counter) {
      case CPU_NANOS -> Stint::cpuNanos;
      case RUN_DELAY_NANOS -> Stint::runDelayNanos;
      case MINOR_FAULTS -> Stint::minorFaults;
      case MAJOR_FAULTS -> Stint::majorFaults;
      case VOLUNTARY_SWITCHES -> Stint::voluntarySwitches;
      case INVOLUNTARY_SWITCHES -> Stint::involuntarySwitches;
      case CYCLES -> Stint::cycles;
      case INSTRUCTIONS -> Stint::instructions;
    };
  }
}
