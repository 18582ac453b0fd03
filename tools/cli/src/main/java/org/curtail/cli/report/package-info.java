/**
 * {@code curtail report}: results as one HTML page that needs no network, or one SVG. {@link
 * org.curtail.cli.report.HtmlReport} is the page; its sections are the other classes.
 */
@NullMarked
package org.curtail.cli.report;

import org.jspecify.annotations.NullMarked;
