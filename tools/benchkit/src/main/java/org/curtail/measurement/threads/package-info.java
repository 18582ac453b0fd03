/** Waiting for the end of threads ({@link org.curtail.measurement.threads.Joined}). */
@NullMarked
package org.curtail.measurement.threads;

import org.jspecify.annotations.NullMarked;
