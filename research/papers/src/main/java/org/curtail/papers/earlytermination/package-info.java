/**
 * The savings of early termination, the waste of sharing, and the cost of both compared with plain
 * Lucene. {@link org.curtail.papers.earlytermination.EarlyTermination} measures. The other classes
 * make claims, tables and figures.
 */
@NullMarked
package org.curtail.papers.earlytermination;

import org.jspecify.annotations.NullMarked;
