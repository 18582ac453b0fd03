package org.curtail.cli.diagnose;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.curtail.diagnose.CodeSample;
import org.curtail.diagnose.DiagnosisRecording;
import org.curtail.diagnose.RequestEvidence;
import org.curtail.signals.Stint;

/**
 * Finds the request of each code sample, by thread and time. A thread serves one request at a time.
 */
final class CodeOfRequests {
  /** A time of a thread in a request, with the position of the request. */
  private record Served(int request, Stint stint) {}

  /** Stints by thread, then by start. */
  private final Map<Long, TreeMap<Long, Served>> stints = new HashMap<>();

  CodeOfRequests(List<RequestEvidence> requests) {
    for (int i = 0; i < requests.size(); i++) {
      for (Stint stint : requests.get(i).stints()) {
        stints
            .computeIfAbsent(stint.threadId(), id -> new TreeMap<>())
            .put(stint.fromNanos(), new Served(i, stint));
      }
    }
  }

  /**
   * Returns the samples of each request, in the order of the requests. Samples outside requests are
   * left out.
   */
  static List<List<CodeSample>> join(DiagnosisRecording recording) {
    var code = new CodeOfRequests(recording.requests());
    var joined = new ArrayList<List<CodeSample>>();
    recording.requests().forEach(request -> joined.add(new ArrayList<>()));
    for (CodeSample sample : recording.code()) {
      int request = code.requestOf(sample);
      if (request >= 0) {
        joined.get(request).add(sample);
      }
    }
    return joined;
  }

  /** Returns the position of the sample's request; -1 if the thread served none. */
  private int requestOf(CodeSample sample) {
    TreeMap<Long, Served> ofThread = stints.get(sample.threadId());
    Map.Entry<Long, Served> before =
        ofThread == null ? null : ofThread.floorEntry(sample.atNanos());
    return before != null && sample.atNanos() < before.getValue().stint().toNanos()
        ? before.getValue().request()
        : -1;
  }
}
