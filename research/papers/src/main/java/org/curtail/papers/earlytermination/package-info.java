/**
 * The savings of early termination, the waste of sharing, and the cost of both beside plain Lucene:
 * {@link org.curtail.papers.earlytermination.EarlyTermination} measures, the other classes make
 * claims, tables and figures of it.
 */
@NullMarked
package org.curtail.papers.earlytermination;

import org.jspecify.annotations.NullMarked;
