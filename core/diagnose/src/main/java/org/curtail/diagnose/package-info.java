/**
 * Diagnosis of slow requests. From the counters of threads ({@code org.curtail.signals}), the
 * latency of each request is split into its causes, exactly; over many requests, the slowest are
 * compared with the usual.
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
 *   <li>{@link org.curtail.diagnose.RequestEvidence} are its measurements.
 *   <li>{@code PauseIndex} finds the pauses around it.
 *   <li>{@link org.curtail.diagnose.Cause} is a cause of time.
 *   <li>{@link org.curtail.diagnose.CauseSplit} splits its latency.
 *   <li>{@link org.curtail.diagnose.Breakdown} is the result.
 *   <li>{@link org.curtail.diagnose.Span} is a part of its time line.
 *   <li>{@link org.curtail.diagnose.CauseNanos} is a time for each cause.
 *   <li>{@link org.curtail.diagnose.MainCause} is the cause that made it slow.
 * </ul>
 *
 * <p>Many requests:
 *
 * <ul>
 *   <li>{@link org.curtail.diagnose.Diagnosis} has the causes of the slowest.
 *   <li>{@link org.curtail.diagnose.RunningDiagnosis} diagnoses a running service.
 *   <li>{@code ExpectedCpu} learns the CPU time of a demand.
 *   <li>{@code Usual} has the usual times that a slow request is compared with.
 *   <li>{@link org.curtail.diagnose.LatencyGroup} are requests of similar latency.
 *   <li>{@link org.curtail.diagnose.CauseCdf} is the distribution of latency, by cause.
 * </ul>
 *
 * <p>Recordings of the JDK Flight Recorder:
 *
 * <ul>
 *   <li>{@link org.curtail.diagnose.DiagnosisRecorder} writes requests.
 *   <li>{@link org.curtail.diagnose.DiagnosisRecording} reads them again.
 *   <li>{@link org.curtail.diagnose.CodeSample} is the code that a thread executed.
 * </ul>
 *
 * <p><b>Inside.</b> A {@code TimeLine} arranges the time of a request. {@code CriticalPath} finds
 * the thread that it had to wait for, {@code PauseTimes} are the pauses without overlaps. The time
 * of a thread is a {@code StintPart}, which {@code ServedTime} splits. {@code DiagnosisEvents} are
 * written, and a {@code RecordingReader} reads them.
 */
@NullMarked
package org.curtail.diagnose;

import org.jspecify.annotations.NullMarked;
