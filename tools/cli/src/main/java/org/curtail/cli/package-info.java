/**
 * The {@code curtail} command. {@link org.curtail.cli.Main} is the entry; every sub-command has a
 * package named after it, with its options, what it measures and its results; what several commands
 * share has a package named after what it is.
 *
 * <p>A command shows each figure and table as one value, an {@link
 * org.curtail.benchkit.text.Output} of {@link org.curtail.benchkit.text.Table}s: a column says its
 * heading, its unit, the field that programs find it under, and what to take from a row. {@link
 * org.curtail.cli.commandline.SharedOptions#show} prints it as lines or as JSON; {@link
 * org.curtail.benchkit.results.NumberTable#of} puts the same table on a page.
 */
@NullMarked
package org.curtail.cli;

import org.jspecify.annotations.NullMarked;
