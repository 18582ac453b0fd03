/**
 * What commands that search ask alike: which index, which queries, how matches are ranked, in which
 * order documents are visited ({@link org.curtail.app.workload.WorkloadOptions}); and how results
 * of measured searches are written and printed.
 */
@NullMarked
package org.curtail.app.workload;

import org.jspecify.annotations.NullMarked;
