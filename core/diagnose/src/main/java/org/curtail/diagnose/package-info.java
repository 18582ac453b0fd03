/**
 * Diagnosis of slow requests. The counters of threads ({@code org.curtail.signals}) split the
 * latency of each request into its causes. Slow requests are compared with the usual requests.
 *
 * <pre>{@code
 * RequestEvidence evidence = RequestEvidence.ofEngine(request, "", timeline);
 * Breakdown parts = CauseSplit.of(evidence);            // its parts add up to its latency
 *
 * Diagnosis diagnosis = Diagnosis.of(allEvidence);
 * Optional<MainCause> why = diagnosis.mainCause(diagnosis.slowest(1).getFirst());
 * }</pre>
 *
 * <p>One request:
 *
 * <ul>
 *   <li>{@link org.curtail.diagnose.RequestEvidence} holds the measurements of a request.
 *   <li>{@code PauseIndex} finds the pauses around a request.
 *   <li>{@link org.curtail.diagnose.Cause} is a cause of latency.
 *   <li>{@link org.curtail.diagnose.CauseSplit} splits a latency into causes.
 *   <li>{@link org.curtail.diagnose.Breakdown} is the split latency.
 *   <li>{@link org.curtail.diagnose.Span} is a part of a request's time line.
 *   <li>{@link org.curtail.diagnose.CauseNanos} holds a time for each cause.
 *   <li>{@link org.curtail.diagnose.MainCause} is the cause that made a request slow.
 * </ul>
 *
 * <p>Many requests:
 *
 * <ul>
 *   <li>{@link org.curtail.diagnose.Diagnosis} finds the causes of slow requests.
 *   <li>{@link org.curtail.diagnose.RunningDiagnosis} diagnoses a running service.
 *   <li>{@code ExpectedCpu} learns the usual CPU time of a demand.
 *   <li>{@code Usual} holds the usual times for comparisons.
 *   <li>{@link org.curtail.diagnose.LatencyGroup} is the mean of requests with similar latency.
 *   <li>{@link org.curtail.diagnose.CauseCdf} is the distribution of latency by cause.
 * </ul>
 *
 * <p>Recordings of the JDK Flight Recorder:
 *
 * <ul>
 *   <li>{@link org.curtail.diagnose.DiagnosisRecorder} writes requests.
 *   <li>{@link org.curtail.diagnose.DiagnosisRecording} reads requests from a recording.
 *   <li>{@link org.curtail.diagnose.CodeSample} is the code that a thread executed at a moment.
 * </ul>
 *
 * <p><b>Inside.</b> A {@code TimeLine} splits the latency of a request into spans. {@code
 * CriticalPath} finds the critical thread, and {@code PauseTimes} the pauses without overlaps.
 * {@code ServedTime} splits a {@code StintPart}, the time of a thread, into causes. {@code
 * RecordingReader} reads the {@code DiagnosisEvents} of a recording.
 */
@NullMarked
package org.curtail.diagnose;

import org.jspecify.annotations.NullMarked;
