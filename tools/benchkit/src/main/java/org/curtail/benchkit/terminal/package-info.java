/** Common to all sub-commands: output, errors, stop signals and output files. */
@NullMarked
package org.curtail.benchkit.terminal;

import org.jspecify.annotations.NullMarked;
