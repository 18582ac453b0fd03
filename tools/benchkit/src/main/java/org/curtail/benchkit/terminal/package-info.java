/** What every sub-command shares: how it speaks, fails, stops and writes files. */
@NullMarked
package org.curtail.benchkit.terminal;

import org.jspecify.annotations.NullMarked;
