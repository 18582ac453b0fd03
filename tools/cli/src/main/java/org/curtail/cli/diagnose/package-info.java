/**
 * {@code curtail diagnose}: why requests were slow. {@code LiveDiagnosis} serves searches under an
 * open-loop load and observes them, in blocks that take turns with unobserved ones; {@code
 * Calibration} finds out before what each query usually computes. What was seen is {@code Watched},
 * live or from a recording. {@code Gains} predict what advice would bring, {@code DiagnosisResults}
 * puts all of it together, {@code DiagnosisText} prints it.
 */
@NullMarked
package org.curtail.cli.diagnose;

import org.jspecify.annotations.NullMarked;
