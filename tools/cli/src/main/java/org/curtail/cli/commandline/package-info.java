/**
 * The command line of all commands: values from words ({@link
 * org.curtail.cli.commandline.CurtailCommandLine}), complaints about wrong lines, shared options,
 * and the line that does the same again ({@link org.curtail.cli.commandline.CommandWords}).
 */
@NullMarked
package org.curtail.cli.commandline;

import org.jspecify.annotations.NullMarked;
