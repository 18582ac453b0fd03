/** Files of {@code /proc} in which the kernel counts for a thread. */
@NullMarked
package org.curtail.signals.proc;

import org.jspecify.annotations.NullMarked;
