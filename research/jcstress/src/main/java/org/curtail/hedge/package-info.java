/**
 * The races of hedged calls, by jcstress: every outcome that is possible on this machine is
 * counted, those that must not be fail the run. Commands: {@code CONTRIBUTING.md}.
 */
@NullMarked
package org.curtail.hedge;

import org.jspecify.annotations.NullMarked;
