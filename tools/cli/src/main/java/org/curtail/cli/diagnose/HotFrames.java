package org.curtail.cli.diagnose;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.curtail.diagnose.CodeSample;
import org.curtail.diagnose.Diagnosis;
import org.curtail.diagnose.DiagnosisRecording;
import org.curtail.diagnose.RequestEvidence;

/**
 * Methods in the slowest requests, compared with methods in requests of middle latency. If work is
 * the cause, it is a method with a larger share of the slowest ones.
 *
 * @param slowSamples number of samples from the slowest requests
 * @param middleSamples number of samples from the middle fifth of requests by latency
 * @param frames running methods, with the largest surplus in slow requests first
 */
record HotFrames(int slowSamples, int middleSamples, List<Frame> frames) {
  /**
   * A method.
   *
   * @param method class and name of the method
   * @param slowShare share of slow requests' samples in the method, 0 to 1
   * @param middleShare share of middle requests' samples in the method, 0 to 1
   */
  record Frame(String method, double slowShare, double middleShare) {
    /** Difference of its shares in slow and middle requests. */
    public double surplus() {
      return slowShare - middleShare;
    }
  }

  HotFrames {
    frames = List.copyOf(frames);
  }

  /**
   * Compares the slowest requests with the middle fifth.
   *
   * @param slowestShare share of the slowest requests, above 0, at most 1: 0.01 for the slowest 1 %
   */
  static HotFrames of(DiagnosisRecording recording, double slowestShare) {
    List<List<CodeSample>> code = CodeOfRequests.join(recording);
    List<RequestEvidence> requests = recording.requests();
    List<List<CodeSample>> ascending =
        IntStream.range(0, requests.size())
            .boxed()
            .sorted(Comparator.comparingLong((Integer i) -> requests.get(i).latencyNanos()))
            .map(code::get)
            .toList();
    int size = ascending.size();
    int first = Diagnosis.firstOfSlowest(size, slowestShare);
    return of(
        methods(ascending.subList(first, size)),
        methods(ascending.subList(2 * size / 5, (3 * size + 4) / 5)));
  }

  private static List<String> methods(List<List<CodeSample>> samples) {
    return samples.stream().flatMap(Collection::stream).map(CodeSample::method).toList();
  }

  private static HotFrames of(List<String> slow, List<String> middle) {
    Map<String, Integer> ofSlow = counts(slow);
    Map<String, Integer> ofMiddle = counts(middle);
    var methods = new HashSet<>(ofSlow.keySet());
    methods.addAll(ofMiddle.keySet());
    List<Frame> frames =
        methods.stream()
            .map(method ->
                new Frame(
                    method,
                    share(ofSlow.getOrDefault(method, 0), slow.size()),
                    share(ofMiddle.getOrDefault(method, 0), middle.size())))
            .sorted(
                Comparator.comparingDouble(Frame::surplus).reversed().thenComparing(Frame::method))
            .toList();
    return new HotFrames(slow.size(), middle.size(), frames);
  }

  private static Map<String, Integer> counts(List<String> methods) {
    var counts = new HashMap<String, Integer>();
    methods.forEach(method -> counts.merge(method, 1, Integer::sum));
    return counts;
  }

  private static double share(int count, int all) {
    return all == 0 ? 0 : (double) count / all;
  }
}
