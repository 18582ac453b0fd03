/**
 * Cost of the engine's hot path, by JMH; in the engine's package to reach its steps. Build and
 * commands: {@code CONTRIBUTING.md}.
 */
@NullMarked
package org.curtail.runtime;

import org.jspecify.annotations.NullMarked;
