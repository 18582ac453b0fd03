/**
 * What every command's line has in common: how its words become values ({@link
 * org.curtail.cli.commandline.CurtailCommandLine}), what a wrong line is told, the options that all
 * or many commands have, and the line that does the same again ({@link
 * org.curtail.cli.commandline.CommandWords}).
 */
@NullMarked
package org.curtail.cli.commandline;

import org.jspecify.annotations.NullMarked;
