/** Waiting for the end of threads ({@link org.curtail.benchkit.threads.Joined}). */
@NullMarked
package org.curtail.benchkit.threads;

import org.jspecify.annotations.NullMarked;
