/**
 * Races of hedged calls, with jcstress: it counts every outcome that occurs on this machine, and
 * forbidden outcomes fail the run. Commands: {@code CONTRIBUTING.md}.
 */
@NullMarked
package org.curtail.hedge;

import org.jspecify.annotations.NullMarked;
