/**
 * Stand-ins for what others have measured. {@link org.curtail.benchkit.standin.StandInWorkflows}
 * draws workflows with the published properties of those of Kwiken's paper from a seed, {@link
 * org.curtail.benchkit.standin.SearchBenchmark} has the demand of a search engine's benchmark.
 */
@NullMarked
package org.curtail.benchkit.standin;

import org.jspecify.annotations.NullMarked;
