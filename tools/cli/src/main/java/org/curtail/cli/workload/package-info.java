/**
 * Common to commands that search: the index, the queries, the ranking of matches and the order of
 * documents ({@link org.curtail.cli.workload.WorkloadOptions}); and output of measured searches.
 */
@NullMarked
package org.curtail.cli.workload;

import org.jspecify.annotations.NullMarked;
