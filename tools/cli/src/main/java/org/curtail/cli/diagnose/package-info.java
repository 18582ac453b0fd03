/**
 * {@code curtail diagnose}: why requests were slow. {@code LiveDiagnosis} serves searches under an
 * open-loop load and observes them, in blocks that take turns with unobserved ones; {@code
 * Calibration} finds out before what each query usually computes. What was seen is {@code Watched},
 * live or from a recording. {@code NoiseOrWork} says whether slow requests are slow each time,
 * {@code UnexplainedQueueing} whether they wait longer than the load explains, {@code HotFrames}
 * which methods ran in them, {@code Advice} what to do; {@code Gains} predict what that would
 * bring, {@code DiagnosisResults} puts all of it together, {@code DiagnosisText} prints it.
 */
@NullMarked
package org.curtail.cli.diagnose;

import org.jspecify.annotations.NullMarked;
