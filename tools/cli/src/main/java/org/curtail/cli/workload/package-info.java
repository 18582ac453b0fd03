/**
 * What commands that search ask alike: which index, which queries, how matches are ranked, in which
 * order documents are visited ({@link org.curtail.cli.workload.WorkloadOptions}); and how results
 * of measured searches are written and printed.
 */
@NullMarked
package org.curtail.cli.workload;

import org.jspecify.annotations.NullMarked;
