/**
 * Output of commands; each value is written once: {@link org.curtail.benchkit.text.Output} is a
 * whole result, {@link org.curtail.benchkit.text.Table} a table in it, {@link
 * org.curtail.benchkit.text.Unit} the kind of a column. The values become lines for a terminal,
 * JSON for programs, and tables on a page.
 */
@NullMarked
package org.curtail.benchkit.text;

import org.jspecify.annotations.NullMarked;
