/**
 * Results as pictures and words: one HTML page that needs no network, or one SVG. {@link
 * org.curtail.app.report.HtmlReport} is the entry; each section of the page and each kind of chart
 * is a class of its own.
 *
 * <p>Everything is written as well-formed XML through {@link org.curtail.app.report.Markup}, which
 * escapes. Colours are CSS variables with a light and a dark value ({@link
 * org.curtail.app.report.Palette}); no meaning rests on colour alone.
 */
@NullMarked
package org.curtail.app.report;

import org.jspecify.annotations.NullMarked;
