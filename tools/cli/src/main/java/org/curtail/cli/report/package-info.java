/**
 * {@code curtail report}: results as one HTML page that needs no network, or one SVG. {@link
 * org.curtail.cli.report.HtmlReport} is the page; each of its sections is a class of its own.
 */
@NullMarked
package org.curtail.cli.report;

import org.jspecify.annotations.NullMarked;
