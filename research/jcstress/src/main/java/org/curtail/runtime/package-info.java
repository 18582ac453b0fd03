/**
 * Races of the engine, with jcstress: it counts every outcome that occurs on this machine, and
 * forbidden outcomes fail the run. Commands: {@code CONTRIBUTING.md}.
 */
@NullMarked
package org.curtail.runtime;

import org.jspecify.annotations.NullMarked;
