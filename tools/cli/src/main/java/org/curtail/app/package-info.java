/**
 * The {@code curtail} command. {@link org.curtail.app.Main} is the entry; every sub-command has a
 * package named after it, with its options, what it measures, its text and its results; what
 * several commands share has a package named after what it is.
 */
@NullMarked
package org.curtail.app;

import org.jspecify.annotations.NullMarked;
