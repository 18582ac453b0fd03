/**
 * {@code curtail report}: results as one HTML page that needs no network, or one SVG. {@link
 * org.curtail.app.report.HtmlReport} is the page; each section of it is a class of its own.
 */
@NullMarked
package org.curtail.app.report;

import org.jspecify.annotations.NullMarked;
