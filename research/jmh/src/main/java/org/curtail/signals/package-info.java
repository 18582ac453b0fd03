/** Benchmarks of what threads publish and read of themselves. */
@NullMarked
package org.curtail.signals;

import org.jspecify.annotations.NullMarked;
