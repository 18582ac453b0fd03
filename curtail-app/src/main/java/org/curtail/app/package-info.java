/**
 * The {@code curtail} command. {@link org.curtail.app.Main} is the entry; every sub-command is one
 * class named after it, which parses, calls and prints; the work is in the sub-packages.
 */
@NullMarked
package org.curtail.app;

import org.jspecify.annotations.NullMarked;
