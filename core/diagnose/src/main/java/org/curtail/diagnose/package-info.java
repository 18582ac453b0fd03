/**
 * Why was this request slow? From what threads counted of themselves ({@code org.curtail.signals}),
 * the latency of each request is split into its causes, exactly; over many requests, the slowest
 * are held against the usual.
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
 *   <li>{@link org.curtail.diagnose.RequestEvidence} is what is known of it.
 *   <li>{@code PauseIndex} finds the pauses around it.
 *   <li>{@code ClockOffset} bounds how far a client's clock is ahead.
 *   <li>{@link org.curtail.diagnose.Cause} is what time can go to.
 *   <li>{@link org.curtail.diagnose.CauseSplit} splits its latency.
 *   <li>{@link org.curtail.diagnose.Breakdown} is what comes of that.
 *   <li>{@link org.curtail.diagnose.Span} is a part of its time line.
 *   <li>{@link org.curtail.diagnose.CauseNanos} is a time for each cause.
 *   <li>{@link org.curtail.diagnose.MainCause} is what made it slow.
 * </ul>
 *
 * <p>Many requests:
 *
 * <ul>
 *   <li>{@link org.curtail.diagnose.Diagnosis} is what is to be said of them.
 *   <li>{@link org.curtail.diagnose.RunningDiagnosis} is the same of a service that goes on.
 *   <li>{@code ExpectedCpu} learns what CPU time a demand takes.
 *   <li>{@code Usual} is what a slow request is compared with.
 *   <li>{@link org.curtail.diagnose.LatencyGroup} are requests of similar latency.
 *   <li>{@link org.curtail.diagnose.CauseCdf} is the distribution of latency, by cause.
 * </ul>
 *
 * <p>Recordings of the JDK Flight Recorder:
 *
 * <ul>
 *   <li>{@link org.curtail.diagnose.DiagnosisRecorder} writes what is known of requests.
 *   <li>{@link org.curtail.diagnose.DiagnosisRecording} reads it again.
 *   <li>{@link org.curtail.diagnose.CodeSample} is what a thread was at.
 * </ul>
 *
 * <p><b>Inside.</b> A {@code TimeLine} puts the time of a request in a row. {@code CriticalPath}
 * says which thread it had to wait for, {@code PauseTimes} are the pauses without overlaps. The
 * time of a thread is a {@code StintPart}, which {@code ServedTime} splits. {@code DiagnosisEvents}
 * are written, and gathered by a {@code RecordingReader}.
 */
@NullMarked
package org.curtail.diagnose;

import org.jspecify.annotations.NullMarked;
