/**
 * Common parts of commands that search. {@link org.curtail.cli.workload.WorkloadOptions} are the
 * index, the queries, the ranking of matches and the order of documents. The package also writes
 * the results of measured searches.
 */
@NullMarked
package org.curtail.cli.workload;

import org.jspecify.annotations.NullMarked;
