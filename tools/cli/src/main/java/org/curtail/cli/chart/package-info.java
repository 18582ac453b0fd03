/**
 * Pictures: axes, lines, bars and histograms as SVG. A {@link org.curtail.cli.chart.Chart} draws
 * itself; a {@link org.curtail.cli.chart.Figure} puts it on a page, a {@link
 * org.curtail.cli.chart.StandaloneSvg} into its own file.
 *
 * <p>All output passes {@link org.curtail.cli.chart.Markup}, which escapes texts and makes
 * well-formed XML. Colours are CSS variables with a light and a dark value ({@link
 * org.curtail.cli.chart.Palette}); no meaning depends on colour alone.
 */
@NullMarked
package org.curtail.cli.chart;

import org.jspecify.annotations.NullMarked;
