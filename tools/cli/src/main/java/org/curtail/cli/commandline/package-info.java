/**
 * The command line, alike for every command: values from words ({@link
 * org.curtail.cli.commandline.CurtailCommandLine}), complaints about wrong lines, options of all or
 * many commands, and the line that does the same again ({@link
 * org.curtail.cli.commandline.CommandWords}).
 */
@NullMarked
package org.curtail.cli.commandline;

import org.jspecify.annotations.NullMarked;
