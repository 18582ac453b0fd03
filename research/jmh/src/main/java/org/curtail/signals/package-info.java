/** Benchmarks of published tags and of reading a thread's own signals. */
@NullMarked
package org.curtail.signals;

import org.jspecify.annotations.NullMarked;
