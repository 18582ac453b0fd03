package org.curtail.diagnose;

import java.util.List;

/**
 * Which methods slow requests were in, beside those of middle latency.
 *
 * @param slowSamples taken in the slowest requests
 * @param middleSamples taken in requests of middle latency
 * @param frames running methods, the one with the largest surplus in slow requests first
 */
public record HotFrames(int slowSamples, int middleSamples, List<Frame> frames) {
  /**
   * A method.
   *
   * @param method its class and name
   * @param slowShare of the samples of slow requests in which it ran
   * @param middleShare of the samples of middle requests in which it ran
   */
  public record Frame(String method, double slowShare, double middleShare) {}

  /** The slowest requests beside the middle fifth; 0.01 for the slowest 1 %. */
  public static HotFrames of(DiagnosisRecording recording, double slowestShare) {
    throw new UnsupportedOperationException();
  }
}
