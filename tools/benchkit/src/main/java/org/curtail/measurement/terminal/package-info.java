/** What every sub-command shares: how it speaks, fails, stops and writes files. */
@NullMarked
package org.curtail.measurement.terminal;

import org.jspecify.annotations.NullMarked;
