/**
 * Times in which no thread of this JVM could run: garbage collections, safepoints, and stops of the
 * process or of its machine.
 *
 * <ul>
 *   <li>{@link org.curtail.diagnose.pause.Pause}: one such time.
 *   <li>{@link org.curtail.diagnose.pause.JvmPauses}: collects these times.
 * </ul>
 */
@NullMarked
package org.curtail.diagnose.pause;

import org.jspecify.annotations.NullMarked;
