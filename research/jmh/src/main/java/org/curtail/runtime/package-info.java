/**
 * What the engine's hot path costs, by JMH; in the engine's package to reach the steps of which it
 * consists. Build and commands: {@code CONTRIBUTING.md}.
 */
@NullMarked
package org.curtail.runtime;

import org.jspecify.annotations.NullMarked;
