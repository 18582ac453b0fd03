/**
 * The result file {@code curtail-results/1}, which {@code bench}, {@code simulate}, {@code grid},
 * {@code tune-chunks} and {@code early-termination} write, and {@code report} draws. {@link
 * org.curtail.benchkit.results.Results} is the whole file.
 */
@NullMarked
package org.curtail.benchkit.results;

import org.jspecify.annotations.NullMarked;
