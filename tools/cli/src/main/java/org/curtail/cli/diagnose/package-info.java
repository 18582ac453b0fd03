/**
 * {@code curtail diagnose}: causes of slow requests. {@code LiveDiagnosis} serves searches under an
 * open-loop load and observes them, in blocks that alternate with unobserved ones. Before, {@code
 * Calibration} measures the usual computing time of each query. {@code ObservedRequests} are the
 * observations, live or from a recording. {@code NoiseOrWork} tests whether slow queries are slow
 * each time, {@code UnexplainedQueueing} whether requests wait longer than the load explains.
 * {@code HotFrames} finds their methods, {@code Advice} recommends actions, {@code Gains} predict
 * their effect. {@code DiagnosisResults} builds the results, {@code DiagnosisText} prints them.
 */
@NullMarked
package org.curtail.cli.diagnose;

import org.jspecify.annotations.NullMarked;
