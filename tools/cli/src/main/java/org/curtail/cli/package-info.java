/**
 * The {@code curtail} command. {@link org.curtail.cli.Main} is the entry. Every sub-command has a
 * package with its name, for its options, measurements and results. Code of several commands has
 * its own packages.
 *
 * <p>A command shows each figure and table as one value, an {@link
 * org.curtail.benchkit.text.Output} of {@link org.curtail.benchkit.text.Table}s. A column has a
 * heading, a unit, a field for programs, and a value for each row. {@link
 * org.curtail.cli.commandline.SharedOptions#show} prints it as lines or as JSON; {@link
 * org.curtail.benchkit.results.NumberTable#of} puts the same table on a page.
 */
@NullMarked
package org.curtail.cli;

import org.jspecify.annotations.NullMarked;
