/**
 * Pictures: axes, lines, bars and histograms as SVG. A {@link org.curtail.cli.chart.Chart} draws
 * itself; a {@link org.curtail.cli.chart.Figure} puts it on a page, a {@link
 * org.curtail.cli.chart.StandaloneSvg} into a file of its own.
 *
 * <p>Everything is written as well-formed XML through {@link org.curtail.cli.chart.Markup}, which
 * escapes. Colours are CSS variables with a light and a dark value ({@link
 * org.curtail.cli.chart.Palette}); no meaning rests on colour alone.
 */
@NullMarked
package org.curtail.cli.chart;

import org.jspecify.annotations.NullMarked;
