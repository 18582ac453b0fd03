/**
 * The {@code curtail} command. {@link org.curtail.cli.Main} is the entry; every sub-command has a
 * package named after it, with its options, what it measures, its text and its results; what
 * several commands share has a package named after what it is.
 */
@NullMarked
package org.curtail.cli;

import org.jspecify.annotations.NullMarked;
